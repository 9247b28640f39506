import type { Service } from '../service.ts'
import type { Output } from './output.ts'

const signals = ['SIGINT', 'SIGTERM'] as const
/** Ctrl+C reaches us twice, from the terminal and from npm, which passes it on; that is one wish, not two. */
const sameWishMs = 1_000

/** Waits for SIGINT or SIGTERM, then lets the service finish what is under way. Asked again later, it ends at once. */
export async function untilStopped(service: Pick<Service, 'close'>, output: Output): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of signals) process.on(signal, () => resolve())
  })
  output.out('Зупиняємося: завершуємо розпочате…')
  setTimeout(() => {
    for (const signal of signals) process.on(signal, () => process.exit(1))
  }, sameWishMs).unref()
  await service.close()
  output.out('Зупинено.')
}
