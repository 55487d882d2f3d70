/* An X or an O as a picture, in a box of 100 by 100. */
function mark(kind) {
  const strokes = kind === X ? [svg("path", { d: "M25 25 75 75", pathLength: 1 })] : [];
  strokes.push(
    kind === X
      ? svg("path", { d: "M75 25 25 75", pathLength: 1 })
      : svg("path", { d: "M50 23a27 27 0 1 1-.01 0", pathLength: 1 }),
  );
  return svg("g", { class: kind === X ? "x" : "o" }, ...strokes);
}
