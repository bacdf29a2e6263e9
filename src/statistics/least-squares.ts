// A pivot this small beside the largest value of its matrix is rounding noise: two columns say the same.
const SINGULAR = 1e-9;

/**
 * The weights of columns whose weighted sum comes closest to the values (least squares, by the normal equations and
 * Gauss's elimination with pivots; columns are expected to be of one size). Undefined: the columns depend on each other.
 */
export function leastSquares(
  columns: readonly (readonly number[])[],
  values: readonly number[],
): readonly number[] | undefined {
  const product = (one: readonly number[], other: readonly number[]): number =>
    one.reduce((sum, value, at) => sum + value * (other[at] as number), 0);
  const rows = columns.map((column) => [
    ...columns.map((other) => product(column, other)),
    product(column, values),
  ]);
  const largest = Math.max(...rows.flat().map(Math.abs));
  for (let at = 0; at < rows.length; at += 1) {
    const below = rows.slice(at).map((row) => Math.abs(row[at] as number));
    const best = at + below.indexOf(Math.max(...below));
    [rows[at], rows[best]] = [rows[best] as number[], rows[at] as number[]];
    const pivot = rows[at] as number[];
    if (!(Math.abs(pivot[at] as number) > SINGULAR * largest)) return undefined;
    for (const row of rows) if (row !== pivot) subtract(row, pivot, at);
  }
  return rows.map((row, at) => (row.at(-1) as number) / (row[at] as number));
}

// Leaves 0 in the pivot's column.
function subtract(row: number[], pivot: readonly number[], at: number): void {
  const times = (row[at] as number) / (pivot[at] as number);
  for (let column = at; column < row.length; column += 1)
    row[column] = (row[column] as number) - times * (pivot[column] as number);
}
