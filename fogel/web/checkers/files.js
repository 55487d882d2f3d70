// files: a champion of checkers in a file, as a player of this page.
// twin of fogel.checkers.files.CheckersChampion, fogel.checkers.network.make_evaluator

import { DATA, ValueError, total } from "../package/base.js";
import { parse } from "../package/files.js";
import { words } from "../screen/screen.js";

/* The player in a JSON text, called `name`; throws ValueError that names the field. */
export function readChampion(text, name) {
  const data = parse(text);
  const { format, version, settings: usual, least_king: least, most_king: most } = DATA.file;
  if (data?.format !== format) throw new ValueError(`format must be '${format}', so this is not a checkers champion file`);
  if (data.version !== version) throw new ValueError(`version must be ${version}, not ${data.version}`);
  for (const field of ["weights", "king", "settings"]) if ((data[field] ?? null) === null) throw new ValueError(`${field} is missing`);
  const settings = { ...usual, ...data.settings };
  const { rows, columns, men, plies, extension } = settings;
  const board = DATA.boards.findIndex((one) => one.rows === rows && one.columns === columns && one.men === men);
  if (board < 0) throw new ValueError(`settings: no board here has ${words("size", { rows, columns, men })}`);
  const views = settings.windows ? DATA.players.find((one) => one.board === board && one.views.length)?.views : [];
  if (!views) throw new ValueError("settings: windows are not known for this board here");
  const hidden = [settings.first_hidden, settings.second_hidden];
  const evolved = settings.material_weight === "evolved";
  const sizes = [views.length || (rows * columns) / 2, ...hidden, 1];
  const each = [...views.map(({ length }) => length + 1), ...sizes.slice(1).map((nodes, at) => nodes * (sizes[at] + 1))];
  const count = total(each) + Number(evolved);
  const { weights, king } = data;
  const fits = Array.isArray(weights) && weights.length === count && weights.every(Number.isFinite);
  if (!fits) throw new ValueError(`weights must be ${count.toLocaleString("en")} finite numbers`);
  if (!(least <= king && king <= most)) throw new ValueError(`king must be a number from ${least} to ${most}, not ${king}`);
  const link = evolved ? weights.at(-1) : Number(settings.material_weight !== "none");
  const player = { views, hidden, weights, king, link, turned: settings.rotate_board, limit: settings.max_moves };
  const ahead = { plies: Math.min(plies, DATA.most_plies), extension: Math.min(extension, 2 * men) };
  return { name, about: words("loaded_about", { king: king.toFixed(2) }), board, ...player, ...ahead };
}
