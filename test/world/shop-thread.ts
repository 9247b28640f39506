import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { historyOf, planOf } from './history.ts'
import { play } from './play.ts'
import { shrink } from './shrink.ts'
import type { Ask, Told } from './shop-threads.ts'
import type { Ground, World } from './world.ts'

/** Plays the shops it is given, one after the other, and tells what became of each. */
if (!isMainThread && parentPort !== null) {
  const port = parentPort
  const ground: Ground = workerData
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  port.on('message', (ask: Ask) => void playShop(ground, ask).then((told) => port.postMessage(told)))
}

async function playShop(ground: Ground, { seed, weeks, shrinks, sql }: Ask): Promise<Told> {
  const plan = planOf(seed)
  const history = historyOf(seed, weeks)
  const began = performance.now()
  const rows: unknown[] = []
  const atTheEnd = async ({ processes: [process] }: World): Promise<void> => {
    if (sql !== null && process !== undefined) rows.push(...(await process.pool.query(sql)).rows)
  }
  const { broken, said, counts } = await play(ground, plan, history, atTheEnd)
  const seconds = (performance.now() - began) / 1000
  const [first] = broken
  const shortest = shrinks && first !== undefined ? await shrink(ground, plan, history, first) : null
  return { seed, steps: history.length, seconds, broken, said, counts, rows, shortest }
}
