// crowd: who stands where among the hundred, who is whose descendant, and the picture of it.

import { DATA, range } from "../package/base.js";
import { cleared, colour } from "../evolve/chart.js";

const FADES_FROM = 0.6; // the share of a generation after which those that don't survive fade
const GROWS_UNTIL = 0.35; // ... and that in which children grow
const FADED = 0.92; // how much of its colour it loses
const [SMALLEST_SIZE, LARGEST_SIZE] = [0.4, 0.94]; // of its place that a network takes up
const [FEWEST_POINTS, MOST_POINTS] = [-160, 32]; // points with which it is so small, and so large

/* The generations of a trial as a crowd in rows of ten. Whoever survives stays in its place; a child takes the free place
 * that is nearest to its parent's. Families are counted from the first generation, and anew whenever one has taken over.
 */
export class Crowd {
  constructor(size) {
    this.columns = Math.ceil(Math.sqrt(size));
    this.size = size;
    this.generations = []; // of each: everybody, and places, families and since, row by row
    this.placeOf = new Map(); // by number, of those who survive
    this.familyOf = new Map();
    this.since = 1; // the generation from which families are counted
  }

  get length() {
    return this.generations.length;
  }

  /* Takes a generation as a worker's Recorder made it. */
  add(everybody) {
    const { numbers, parents, goOn } = everybody;
    const rows = range(numbers.length);
    const places = this.placesOf(numbers, parents);
    const families = rows.map((row) => this.familyOf.get(numbers[row]) ?? this.familyOf.get(parents[row]));
    const isChild = rows.map((row) => parents[row] > 0 && !this.placeOf.has(numbers[row]));
    this.generations.push({ ...everybody, places, families, isChild, since: this.since });
    const left = rows.filter((row) => goOn[row]);
    this.placeOf = new Map(left.map((row) => [numbers[row], places[row]]));
    this.familyOf = new Map(left.map((row) => [numbers[row], families[row]]));
    if (new Set(this.familyOf.values()).size === 1) {
      this.familyOf = new Map(left.map((row, at) => [numbers[row], at])); // each is the first of a family
      this.since = this.length + 1;
    }
  }

  placesOf(numbers, parents) {
    if (!this.length) {
      const half = numbers.length / 2; // founders and their children, side by side
      range(half).forEach((row) => this.familyOf.set(numbers[row], row));
      return range(numbers.length).map((row) => (row < half ? 2 * row : 2 * (row - half) + 1));
    }
    const free = new Set(range(this.size));
    for (const place of this.placeOf.values()) free.delete(place);
    return range(numbers.length).map((row) => {
      const own = this.placeOf.get(numbers[row]);
      if (own !== undefined) return own;
      const place = this.nearest(free, this.placeOf.get(parents[row]));
      free.delete(place);
      return place;
    });
  }

  /* The first of the nearest ones; squares of distances are whole numbers, and so the same in every browser. */
  nearest(free, to) {
    const { columns } = this;
    const apart = (place) => {
      return ((place % columns) - (to % columns)) ** 2 + (Math.floor(place / columns) - Math.floor(to / columns)) ** 2;
    };
    return [...free].reduce((best, place) => (apart(place) < apart(best) ? place : best));
  }

  /* How many families are left in a generation, which counts from 1. */
  familiesIn(generation) {
    return new Set(this.generations[generation - 1].families).size;
  }
}

/* Draws a generation on a canvas, of which a share, `phase`, is over. The best one has a ring; a dot says into which
 * square of the board a network opens. */
export function drawCrowd(canvas, crowd, generation, phase) {
  const { context, width: side } = cleared(canvas);
  const { places, families, payoffs, openings, goOn, isChild, best } = crowd.generations[generation - 1];
  const cell = side / crowd.columns;
  const [ring, dot] = [colour("ink"), colour("ground")];
  places.forEach((place, row) => {
    const grown = isChild[row] ? Math.min(1, phase / GROWS_UNTIL) : 1;
    const fading = goOn[row] ? 0 : Math.max(0, (phase - FADES_FROM) / (1 - FADES_FROM));
    const size = cell * grown * (SMALLEST_SIZE + (LARGEST_SIZE - SMALLEST_SIZE) * shareOf(payoffs[row]));
    const [x, y] = [place % crowd.columns, Math.floor(place / crowd.columns)].map((at) => (at + 0.5) * cell);
    context.globalAlpha = 1 - FADED * fading;
    context.fillStyle = DATA.colours[families[row] % DATA.colours.length];
    context.beginPath();
    context.roundRect(x - size / 2, y - size / 2, size, size, 0.2 * size);
    context.fill();
    if (row === best) {
      Object.assign(context, { strokeStyle: ring, lineWidth: Math.max(2, cell / 14) });
      context.stroke();
    }
    const [across, down] = [openings[row] % 3, Math.floor(openings[row] / 3)].map((at) => (at - 1) * 0.28 * size);
    context.fillStyle = dot;
    context.beginPath();
    context.arc(x + across, y + down, 0.11 * size, 0, 2 * Math.PI);
    context.fill();
  });
}

/* From the fewest points to all games won: 0 to 1. */
function shareOf(payoff) {
  return Math.max(0, Math.min(1, (payoff - FEWEST_POINTS) / (MOST_POINTS - FEWEST_POINTS)));
}
