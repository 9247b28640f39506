import { Command } from 'commander'
import { checkBackup } from '../backup/check-backup.ts'
import { countRows } from '../backup/manifest.ts'
import { noteRestore, type AfterRestore } from '../backup/note-restore.ts'
import { restoreBackup, type Restored } from '../backup/restore-backup.ts'
import type { Revived } from '../backup/rules.ts'
import { agoInWords, revivedInWords, rowsInWords, stampOf } from '../backup/words.ts'
import { readConfig } from '../config.ts'
import { encryptionKeyFile, findEncryptionKeys } from '../key-files.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import type { Output } from './output.ts'
import { withApp } from './with-app.ts'

export function restoreCommand(output: Output): Command {
  return new Command('restore')
    .description('відновити дані з резервної копії; сервіс має бути зупинено')
    .argument('<файл>', 'копія, яку зробив kasyr backup')
    .addHelpText(
      'after',
      '\nЗашифрована копія потребує KASYR_BACKUP_PASSPHRASE, копія без ключів — ключів, з якими її зроблено\n(у теці даних або в KASYR_ENCRYPTION_KEYS).',
    )
    .action(async (path: string) => {
      const config = readConfig()
      const keys = findEncryptionKeys(config)
      const backup = await checkBackup(path, { passphrase: config.backup_passphrase, keys: keys?.all() ?? null })
      const stamp = stampOf(systemClock.now())
      const log = createLog('silent')
      const asOwner = { ...config, database_url: config.database_owner_url ?? config.database_url }
      const key_file = encryptionKeyFile(config)
      const restored = await restoreBackup(backup, { config: asOwner, keys, key_file, log, stamp })
      const rows = countRows(backup.sums)
      output.out(`Відновлено: ${rowsInWords(rows)}.`)
      if (restored.kept !== null) output.out(`Те, що було, лишилося в базі ${restored.kept} того самого сервера.`)
      const { made_at } = backup.manifest
      const { in_doubt, replaced } = restored
      const noted = { stamp, made_at, rows, in_doubt, replaced: replaced.end }
      tellHowItIs(await withApp((app) => noteRestore(app, noted), config), output)
      tellWhatComesBack(made_at, replaced.people, output)
      tellContradictions(restored, output)
      output.out(
        'Усім треба увійти знову. Чеки, що були в роботі, Касир перевірить у Checkbox, перш ніж щось надсилати.',
      )
      if (keys?.source === 'environment')
        output.out(
          'Ключі шифрування взято з KASYR_ENCRYPTION_KEYS: без цієї змінної Касир на цих даних не запуститься.',
        )
    })
}

/** An older backup reopens what was closed since it was made: the operator must see what. */
function tellWhatComesBack(made_at: string, people: readonly Revived[] | null, output: Output): void {
  output.out(
    `Копію зроблено ${agoInWords(made_at, systemClock.now())} тому. Усе, що змінили після неї, знову таке, як було тоді.`,
  )
  if (people === null) {
    output.out(
      'Хто був вимкнений після неї, знову може увійти; діють тодішні паролі, ролі, застосунки з кодами, ключі доступу ' +
        'і коди відновлення, навіть уже використані. Перегляньте людей: kasyr user list',
    )
    return
  }
  if (people.length === 0) return output.out('Входи людей ті самі, що й до відновлення.')
  output.out('Увага: знову діє те, чого до відновлення вже не було:')
  for (const person of people) output.out(`  ${person.login}: ${revivedInWords(person)}`)
  output.out('Вимкніть людину, скиньте їй пароль або другий фактор ще раз: kasyr user --help')
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

function tellContradictions({ receipts, parcels, histories, tallies }: Restored, output: Output): void {
  if (receipts + parcels + histories > 0)
    output.out(
      'Увага: дані в копії не в усьому узгоджені. ' +
        `Замовлень, що розходяться зі своїм чеком: ${receipts}, зі своєю посилкою: ${parcels}; чеків, що розходяться зі своєю історією: ${histories}.`,
    )
  if (tallies > 0) output.out('Увага: лічильники вкладок у копії були неправильні, їх перераховано.')
}
