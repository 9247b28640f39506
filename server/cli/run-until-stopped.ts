import type { Service } from '../service.ts'
import type { Output } from './output.ts'

const signals = ['SIGINT', 'SIGTERM'] as const
/** Ctrl+C reaches us twice, from the terminal and from npm, which passes it on; that is one wish, not two. */
const sameWishMs = 1_000

/**
 * Runs a service until SIGINT or SIGTERM, then lets it finish what is under way. Asked again later, it ends at once. The
 * signals are listened for before the start: a service that is told to stop while it starts still stops cleanly. It also goes on where
 * nothing can be written to its standard output: a full disk, or a reader who is gone.
 */
export async function runUntilStopped<Running extends Pick<Service, 'close'>>(
  start: () => Promise<Running>,
  tell: (service: Running) => void,
  output: Output,
): Promise<void> {
  const asked = new Promise<void>((resolve) => {
    for (const signal of signals) process.on(signal, () => resolve())
  })
  process.stdout.on('error', () => undefined)
  const service = await start()
  tell(service)
  await asked
  output.out('Зупиняємося: завершуємо розпочате…')
  setTimeout(() => {
    for (const signal of signals) process.on(signal, () => process.exit(1))
  }, sameWishMs).unref()
  await service.close()
  output.out('Зупинено.')
}
