import { AppError } from '#/contract/errors.ts'
import type { App } from '#/server/app.ts'
import { inChildProcess, TooHeavy } from '#/server/platform/child-process/in-child-process.ts'
import { createTurns } from '#/server/platform/child-process/turns.ts'
import type { ReadPayout, Reading } from '../reading/read-payout.ts'

/**
 * One payout list is judged after another: over all processes by the lock of `lockMoney`, within one process here, where a waiting
 * request holds no connection to the database.
 */
export const judgedInTurn = createTurns({ atOnce: 1, mostWaiting: 20, longestWaitMs: 10_000 })

export interface PayoutFile {
  name: string
  bytes: Uint8Array
}

/** A list of 400,000 cells, the most there may be, was seen to take three seconds and 35 MB; files made to be slow reach the bound. */
const bounds = { longestMs: 20_000, mostMemoryMb: 256 }

/** Reads the file in a process of its own, so that a hostile one takes neither time nor memory of the service. */
export async function readPayoutList({ clock }: Pick<App, 'clock'>, file: PayoutFile): Promise<ReadPayout> {
  const script = new URL('../reading/reading-child.ts', import.meta.url)
  const parts = [{ name: file.name, bytes: file.bytes }]
  const reading = await inChildProcess<Reading>(clock, { script, parts, ...bounds }).catch((error: unknown) => {
    throw error instanceof TooHeavy ? new AppError('money.file_too_heavy') : error
  })
  if (!reading.ok) throw new AppError(reading.refusal.code, reading.refusal.params)
  return reading.payout
}
