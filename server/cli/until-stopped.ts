import type { Service } from '../service.ts'
import type { Output } from './output.ts'

/** Waits for SIGINT or SIGTERM, then lets the service finish what is under way. A second signal ends it at once. */
export async function untilStopped(service: Service, output: Output): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        for (const again of ['SIGINT', 'SIGTERM'] as const) process.once(again, () => process.exit(1))
        resolve()
      })
    }
  })
  output.out('Зупиняємося: завершуємо розпочате…')
  await service.close()
  output.out('Зупинено.')
}
