// twin of fogel.opponent.cumulative, fogel.opponent.pick

export function cumulative(chances) {
  const last = chances.findLastIndex((chance) => chance > 0);
  let sum = 0;
  return chances.map((chance, square) => {
    sum += chance;
    return square < last ? sum : 1;
  });
}

export function pick(sums, u) {
  return sums.findIndex((sum) => sum > u);
}
