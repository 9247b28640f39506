import type { Service } from '../service.ts'
import type { Output } from './output.ts'
import { startProgress } from './progress.ts'

const signals = ['SIGINT', 'SIGTERM'] as const
/** Ctrl+C reaches us twice, from the terminal and from npm, which passes it on; that is one request, not two. */
const sameWishMs = 1_000

/**
 * Runs a service until SIGINT or SIGTERM, then lets it finish what is under way. Asked again later, it ends at once.
 * The signals are listened for before the start: a service stopped while it starts still stops cleanly. It keeps
 * serving when its standard output cannot be written: a full disk, or a closed pipe.
 */
export async function runUntilStopped<Running extends Pick<Service, 'close'>>(
  start: () => Promise<Running>,
  tell: (service: Running) => void | Promise<void>,
  output: Output,
): Promise<void> {
  const asked = new Promise<void>((resolve) => {
    for (const signal of signals) process.on(signal, () => resolve())
  })
  process.stdout.on('error', () => undefined)
  let isStarting = true
  // The terminal has just written ^C at the end of the line.
  const say = (words: string): void => output.out(output.terminal ? `\n${words}` : words)
  void asked.then(() => isStarting && output.terminal && say('Зупинимося, щойно запуск дійде до кінця…'))
  const service = await start()
  await tell(service)
  isStarting = false
  await asked
  say('Зупиняємося: завершуємо розпочате…')
  setTimeout(() => {
    for (const signal of signals) process.on(signal, () => process.exit(1))
  }, sameWishMs).unref()
  const progress = startProgress(output.terminal)
  progress.say('Зупиняємося')
  await service.close()
  progress.end()
  output.out('Зупинено.')
}
