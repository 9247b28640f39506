import { setTimeout as pause } from 'node:timers/promises'
import { keyed, type Engine } from './engine.ts'
import type { Binding } from './job.ts'

export async function sendTick<Context>(engine: Engine<Context>, binding: Binding<Context>): Promise<void> {
  const seconds = periodOf(engine, binding)
  // The slot is counted by the database's clock and unique there, so however many processes tick, one job is sent.
  if (seconds) await engine.boss.send(binding.job.name, {}, { singletonSeconds: seconds, ...keyed('tick') })
}

/** Until the process stops. */
export async function keepTicking<Context>(engine: Engine<Context>, binding: Binding<Context>): Promise<void> {
  const { log, stopping } = engine
  const seconds = periodOf(engine, binding)
  if (!seconds) return
  while (!stopping.signal.aborted) {
    await sendTick(engine, binding).catch((error: unknown) => log.warn({ err: error }, 'tick not sent'))
    // Half the period, so that a slot is never missed by the drift between two clocks.
    await pause(seconds * 500, undefined, { signal: stopping.signal }).catch(() => undefined)
  }
}

const periodOf = <Context>({ context }: Engine<Context>, { every_seconds }: Binding<Context>): number | null =>
  typeof every_seconds === 'function' ? every_seconds(context()) : every_seconds
