import { createHash } from 'node:crypto'

/** A number from 0 to 1 of the seed and a place in it. */
export const draw = (seed: string, ...place: (string | number)[]): number =>
  createHash('sha256')
    .update([seed, ...place].join(':'))
    .digest()
    .readUInt32BE() /
  2 ** 32
