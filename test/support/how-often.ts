/**
 * How often a test repeats what shows itself only by chance: a few times in `npm test`, many more in `npm run test:long`,
 * which runs the files that import this one. The code is the same, only the number is not.
 */
export const isLongRun = process.env['KASYR_LONG'] === '1'

export const howOften = ({ usually, long }: { usually: number; long: number }): number => (isLongRun ? long : usually)

/**
 * Whether a pair of two lists is tried: all of them in the long run, otherwise one pair in `oneIn`, along the diagonals, so
 * that everything in either list is still met with something of the other, and each run meets the same.
 */
export const isPaired = (row: number, column: number, oneIn: number): boolean =>
  isLongRun || (row + column) % oneIn === 0
