import { clockDiffers } from '#/contract/trouble-words/clock.ts'
import { stopsSending } from './clock-rules.ts'
import { compareClocks, readClocks, type ComparingApp } from './compare-clocks.ts'

/** Why nothing is sent now: a clock is so wrong that nothing may be concluded from times. null: the clocks agree well enough. */
export async function whyNotSend(app: ComparingApp): Promise<string | null> {
  const { fiscal, database } = await readClocks(app)
  const system = stopsSending(fiscal) ? 'fiscal' : stopsSending(database) ? 'database' : null
  if (system === null) return null
  await compareClocks(app)
  const ahead_ms = system === 'fiscal' ? fiscal : database
  return clockDiffers({ system, ahead_seconds: Math.round(ahead_ms / 1000) })
}
