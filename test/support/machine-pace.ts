import { pbkdf2Sync } from 'node:crypto'
import { availableParallelism, loadavg } from 'node:os'

/** On two idle cores of an ordinary server; slower machines, and busy ones, get longer bounds. */
const usualMs = 80

/** 1 on an ordinary idle machine, 3 on one that is three times as slow or has three processes waiting for each core. */
export function measurePace(): number {
  const began = performance.now()
  pbkdf2Sync('kasyr', 'kasyr', 100_000, 32, 'sha512')
  const slowness = (performance.now() - began) / usualMs
  const waiting = (loadavg()[0] ?? 0) / availableParallelism()
  return Math.min(4, Math.max(1, slowness) * Math.max(1, waiting))
}
