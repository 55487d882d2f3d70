// weights: their colours, orange for negative ones and blue for positive ones.

/* The largest size of the weights in some rows, by which a colour's strength is measured. */
export function largest(rows) {
  return Math.max(...rows.flat().map(Math.abs)) || 1;
}

export function setAmount(cell, weight, most) {
  cell.classList.toggle("minus", weight < 0);
  cell.classList.toggle("plus", weight >= 0);
  cell.style.setProperty("--amount", (Math.abs(weight) / most).toFixed(4));
}
