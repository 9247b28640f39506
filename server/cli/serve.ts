import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { startService } from '../service.ts'
import { inTenths } from './in-tenths.ts'
import type { Output } from './output.ts'
import { runUntilStopped } from './run-until-stopped.ts'

export const serveCommand = (output: Output): Command =>
  new Command('serve')
    .description('запустити сервіс: вебпанель, API і фонову роботу')
    .option('--web-only', 'лише вебпанель і API, без фонової роботи')
    .action(({ webOnly }: { webOnly?: boolean }) =>
      runUntilStopped(
        () => startService(readConfig(), { web: true, worker: !webOnly }),
        (service) => {
          if (service.first_admin) printFirstAdmin(output, service.first_admin)
          if (service.notice) output.out(service.notice)
          output.out(`Касир готовий за ${inTenths(service.ready_after_ms / 1000)} с: ${service.url}`)
        },
        output,
      ),
    )

function printFirstAdmin(output: Output, admin: { login: string; one_time_password: string }): void {
  output.out('')
  output.out('  Базу даних створено. Перший вхід:')
  output.out(`    логін:   ${admin.login}`)
  output.out(`    пароль:  ${admin.one_time_password}`)
  output.out('  Пароль одноразовий і більше не з’явиться: після входу ви придумаєте власний.')
  output.out('')
}
