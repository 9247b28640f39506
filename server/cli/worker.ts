import { Command } from 'commander'
import { readConfig } from '../config.ts'
import type { Output } from './output.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { startAndTell, tellHowToStop, tellState } from './tell-start.ts'

export const workerCommand = (output: Output): Command =>
  new Command('worker').description('виконувати лише фонову роботу (поряд із serve --web-only)').action(() => {
    const config = readConfig()
    return runUntilStopped(
      () => startAndTell(config, { web: false, worker: true }, output),
      async (service) => {
        await tellState(service, output)
        output.out('Фонову роботу запущено.')
        tellHowToStop(output, config)
      },
      output,
    )
  })
