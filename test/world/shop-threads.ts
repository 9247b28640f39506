import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { sideBySide } from '#/server/platform/side-by-side.ts'
import type { Played } from './play.ts'
import type { Shortest } from './shrink.ts'
import type { Ground } from './world.ts'

/** A shop to play. `sql`: asked of its database at the end. */
export interface Ask {
  seed: string
  weeks: number
  shrinks: boolean
  sql: string | null
}

export interface Told extends Played {
  seed: string
  steps: number
  seconds: number
  rows: unknown[]
  /** Of a broken shop that was to be shrunk. */
  shortest: Shortest | null
}

/** Plays shops in so many threads: one thread alone leaves a core to wait for it. */
export async function playInThreads(
  ground: Ground,
  atOnce: number,
  asks: readonly Ask[],
  tell: (told: Told) => Promise<void>,
  /** No shop is begun any more. */
  isOver: () => boolean,
): Promise<void> {
  const { server_url, template } = ground
  const idle = Array.from({ length: Math.min(atOnce, asks.length) }, () => {
    return new Worker(new URL('shop-thread.ts', import.meta.url), { workerData: { server_url, template } })
  })
  const threads = idle.slice()
  try {
    await sideBySide(asks, atOnce, async (ask) => {
      const thread = idle.pop()
      if (thread === undefined || isOver()) return
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage(ask)
      const [told]: Told[] = await once(thread, 'message')
      idle.push(thread)
      if (told !== undefined) await tell(told)
    })
  } finally {
    for (const thread of threads) await thread.terminate()
  }
}
