import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { startService } from '../service.ts'
import type { Output } from './output.ts'
import { runUntilStopped } from './run-until-stopped.ts'

export const workerCommand = (output: Output): Command =>
  new Command('worker').description('виконувати лише фонову роботу (поряд із serve --web-only)').action(() =>
    runUntilStopped(
      () => startService(readConfig(), { web: false, worker: true }),
      () => output.out('Фонову роботу запущено.'),
      output,
    ),
  )
