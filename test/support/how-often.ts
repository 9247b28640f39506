/**
 * How often a test repeats what shows itself only by chance: a few times in `npm test`, many more in `npm run
 * test:long`, which runs the files that import this one. The code is the same, only the number is not. `KASYR_LONG` is
 * the share of the long numbers: a fiftieth by default, 1 for all of them, 0 in `npm test`.
 */
const share = Number(process.env['KASYR_LONG'] ?? 0)

export const isLongRun = share > 0
export const isWholeRun = share >= 1
/** Less than what `npm run test:long` does by itself, as before every change (`.ci/run`). */
export const isShortLongRun = isLongRun && share < 0.02

export const howOften = ({ usually, long }: { usually: number; long: number }): number =>
  Math.max(usually, Math.round(long * share))

/**
 * Whether a pair of two lists is tried: all of them with all of the long numbers, otherwise one pair in `oneIn` or more, along
 * the diagonals, so that everything in either list is still met with something of the other, and each run meets the same.
 */
export const isPaired = (row: number, column: number, oneIn: number): boolean =>
  (row + column) % Math.max(1, Math.round(oneIn / (1 + (oneIn - 1) * share))) === 0

/** The part of a list that a row of the other list is tried with. */
export const somePaired = <Item>(items: readonly Item[], row: number, oneIn: number): Item[] =>
  items.filter((_item, column) => isPaired(row, column, oneIn))
