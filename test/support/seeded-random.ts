import { createHash, randomInt } from 'node:crypto'

/** Random numbers from 0 to 1 that come again with the same seed: `KASYR_TEST_SEED=… npm test -- kill`. */
export function seededRandom(name: string): () => number {
  const seed = process.env['KASYR_TEST_SEED'] ?? String(randomInt(1_000_000))
  process.stdout.write(`${name}: KASYR_TEST_SEED=${seed}\n`)
  let count = 0
  return () => {
    count += 1
    return createHash('sha256').update(`${seed}:${count}`).digest().readUInt32BE() / 2 ** 32
  }
}
