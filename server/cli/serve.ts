import { Command } from 'commander'
import { readConfig } from '../config.ts'
import type { Output } from './output.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { startAndTell, tellHowToStop, tellReady, tellState } from './tell-start.ts'
import { wrap } from './wrap.ts'

export const serveCommand = (output: Output): Command =>
  new Command('serve')
    .description('запустити сервіс: вебпанель, API і фонову роботу')
    .option('--web-only', 'лише вебпанель і API, без фонової роботи')
    .action(({ webOnly }: { webOnly?: boolean }) => {
      const config = readConfig()
      return runUntilStopped(
        () => startAndTell(config, { web: true, worker: !webOnly }, output),
        async (service) => {
          await tellState(service, output)
          if (service.first_admin) printFirstAdmin(output, service.first_admin)
          tellReady(service, output)
          tellHowToStop(output, config)
        },
        output,
      )
    })

function printFirstAdmin(output: Output, admin: { login: string; one_time_password: string }): void {
  const bold = (text: string): string => output.terminal?.style('bold', text) ?? text
  output.out('')
  output.out('  Базу даних створено. Перший вхід:')
  output.out(`    логін:   ${bold(admin.login)}`)
  output.out(`    пароль:  ${bold(admin.one_time_password)}`)
  const once = '  Пароль одноразовий і більше не з’явиться: після входу ви придумаєте власний.'
  output.out(output.terminal ? wrap(once, output.terminal.columns(), '  ') : once)
  output.out('')
}
