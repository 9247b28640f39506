import { createHash } from 'node:crypto'

/** Chance that comes again with the same name: an order is the same in every process and after every restart. */
export type StubRandom = ReturnType<typeof stubRandom>

export function stubRandom(name: string) {
  let bytes = Buffer.alloc(0)
  let used = 0
  let block = 0
  /** From 0 up to, not including, 1. */
  const next = (): number => {
    if (used + 4 > bytes.length) {
      bytes = createHash('sha512')
        .update(`${name}:${(block += 1)}`)
        .digest()
      used = 0
    }
    used += 4
    return bytes.readUInt32BE(used - 4) / 2 ** 32
  }
  const upTo = (count: number): number => Math.floor(next() * count)
  return {
    upTo,
    between: (from: number, to: number): number => from + next() * (to - from),
    chance: (share: number): boolean => next() < share,
    digits: (count: number): string => Array.from({ length: count }, () => upTo(10)).join(''),
    pick: <Items extends readonly [unknown, ...unknown[]]>(items: Items): Items[number] => items[upTo(items.length)],
  }
}
