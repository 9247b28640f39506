/**
 * How often a test repeats what shows itself only by chance: a few times in `npm test`, many more in `npm run test:long`,
 * which runs the files that import this one. The code is the same, only the number is not.
 */
export const isLongRun = process.env['KASYR_LONG'] === '1'

export const howOften = ({ usually, long }: { usually: number; long: number }): number => (isLongRun ? long : usually)
