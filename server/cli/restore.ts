import { Command } from 'commander'
import { recordAudit, theSystem } from '../audit/record-audit.ts'
import { verifyAudit } from '../audit/verify-audit.ts'
import { checkBackup } from '../backup/check-backup.ts'
import { countRows } from '../backup/manifest.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { rowsInWords, stampOf } from '../backup/words.ts'
import { readConfig } from '../config.ts'
import { encryptionKeysOf, type App } from '../context.ts'
import { surveySecrets } from '../keys/survey-secrets.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import type { Output } from './output.ts'
import { withApp } from './with-app.ts'

export function restoreCommand(output: Output): Command {
  return new Command('restore')
    .description('відновити дані з резервної копії; сервіс має бути зупинено')
    .argument('<файл>', 'копія, яку зробив kasyr backup')
    .action(async (path: string) => {
      const config = readConfig()
      const backup = await checkBackup(path)
      const keys = encryptionKeysOf(config)
      const stamp = stampOf(systemClock.now())
      const kept = await restoreBackup(path, backup, { config, keys, log: createLog('silent'), stamp })
      const { made_at } = backup.manifest
      const rows = countRows(backup.sums)
      output.out(`Відновлено: ${rowsInWords(rows)}.`)
      if (kept !== null) output.out(`Те, що було, лишилося в базі ${kept} того самого сервера.`)
      await withApp(async (app) => {
        await app.db.transaction().execute((tx) =>
          recordAudit(app, tx, theSystem, {
            action: 'backup.restored',
            subject: { type: 'backup', id: stamp },
            details: { made_at, rows },
          }),
        )
        await tellHowItIs(app, output)
      }, config)
      output.out(
        'Усім треба увійти знову. Чеки, що були в роботі, Касир перевірить у Checkbox, перш ніж щось надсилати.',
      )
    })
}

async function tellHowItIs(app: App, output: Output): Promise<void> {
  const { ok, entries } = await verifyAudit(app)
  output.out(
    ok ? `Журнал дій цілий, записів: ${entries}.` : 'Увага: журнал дій пошкоджено, виконайте kasyr audit verify.',
  )
  const unreadable = (await surveySecrets(app)).filter(({ problem }) => problem !== null).length
  if (unreadable > 0)
    output.out(
      `Увага: секретів, які не прочитати: ${unreadable}. Поверніть ключі шифрування або введіть секрети кас ще раз.`,
    )
}
