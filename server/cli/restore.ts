import { Command } from 'commander'
import { checkBackup } from '../backup/check-backup.ts'
import { countRows } from '../backup/manifest.ts'
import { noteRestore, type AfterRestore } from '../backup/note-restore.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { rowsInWords, stampOf } from '../backup/words.ts'
import { readConfig } from '../config.ts'
import { encryptionKeysOf } from '../context.ts'
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
      const stamp = stampOf(systemClock.now())
      const keys = encryptionKeysOf(config)
      const asOwner = { ...config, database_url: config.database_owner_url ?? config.database_url }
      const kept = await restoreBackup(path, backup, { config: asOwner, keys, log: createLog('silent'), stamp })
      const rows = countRows(backup.sums)
      output.out(`Відновлено: ${rowsInWords(rows)}.`)
      if (kept !== null) output.out(`Те, що було, лишилося в базі ${kept} того самого сервера.`)
      const { made_at } = backup.manifest
      tellHowItIs(await withApp((app) => noteRestore(app, { stamp, made_at, rows }), config), output)
      output.out(
        'Усім треба увійти знову. Чеки, що були в роботі, Касир перевірить у Checkbox, перш ніж щось надсилати.',
      )
    })
}

function tellHowItIs({ log_is_whole, entries, unreadable }: AfterRestore, output: Output): void {
  output.out(
    log_is_whole
      ? `Журнал дій цілий, записів: ${entries}.`
      : 'Увага: журнал дій пошкоджено, виконайте kasyr audit verify.',
  )
  if (unreadable > 0)
    output.out(
      `Увага: секретів, які не прочитати: ${unreadable}. Поверніть ключі шифрування або введіть секрети кас ще раз.`,
    )
}
