import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { startService } from '../service.ts'
import type { Output } from './output.ts'
import { untilStopped } from './until-stopped.ts'

export const serveCommand = (output: Output): Command =>
  new Command('serve')
    .description('запустити сервіс: вебпанель, API і фонову роботу')
    .option('--web-only', 'лише вебпанель і API, без фонової роботи')
    .action(async ({ webOnly }: { webOnly?: boolean }) => {
      const service = await startService(readConfig(), { web: true, worker: !webOnly })
      if (service.first_admin) printFirstAdmin(output, service.first_admin)
      output.out(`Касир готовий за ${(service.ready_after_ms / 1000).toFixed(1)} с: ${service.url}`)
      await untilStopped(service, output)
    })

function printFirstAdmin(output: Output, admin: { login: string; one_time_password: string }): void {
  output.out('')
  output.out('  Базу даних створено. Перший вхід:')
  output.out(`    логін:   ${admin.login}`)
  output.out(`    пароль:  ${admin.one_time_password}`)
  output.out('  Пароль одноразовий і більше не з’явиться: після входу ви оберете власний.')
  output.out('')
}
