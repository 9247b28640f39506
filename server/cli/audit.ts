import { Command } from 'commander'
import { verifyAudit } from '../audit/verify-audit.ts'
import { Explained } from '../platform/explained.ts'
import type { Output } from './output.ts'
import { withApp } from './with-app.ts'

export function auditCommand(output: Output): Command {
  const audit = new Command('audit').description('журнал дій')
  audit
    .command('verify')
    .description('перевірити, що журнал ніхто не змінював')
    .option('--checkpoint <файл>', 'контрольна точка, яку зберігали окремо')
    .action(({ checkpoint }: { checkpoint?: string }) =>
      withApp(async (app) => {
        const { ok, entries, sealed_to, first_bad } = await verifyAudit(app, checkpoint)
        output.out(`Записів: ${entries}, запечатано до № ${sealed_to}.`)
        if (ok) return output.out('Журнал цілий.')
        const place = [first_bad?.seq === null ? '' : `№ ${first_bad?.seq}`, first_bad?.id ?? '']
          .filter(Boolean)
          .join(', ')
        throw new Explained(
          `журнал пошкоджено. Перший неправильний запис: ${place || 'невідомо який'} — ${first_bad?.reason}.`,
        )
      }),
    )
  return audit
}
