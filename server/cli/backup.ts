import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { makeBackup, type Made } from '../backup/make-backup.ts'
import { rowsInWords, stampOf } from '../backup/words.ts'
import type { App } from '../app.ts'
import { encryptionKeyFile } from '../key-files.ts'
import { closeFolder } from '../platform/private-file.ts'
import { inTenths } from './in-tenths.ts'
import type { Output } from './output.ts'
import { withApp } from './with-app.ts'

export function backupCommand(output: Output): Command {
  return new Command('backup')
    .description('зробити резервну копію всіх даних одним файлом; сервіс тим часом працює')
    .argument('[файл]', 'куди записати (типово в теку backups у теці даних)')
    .option('--without-keys', 'не класти ключі шифрування й до зашифрованої копії')
    .addHelpText(
      'after',
      '\nЗ KASYR_BACKUP_PASSPHRASE копію зашифровано цим паролем, і ключі шифрування в ній є.\nБез цієї змінної копію не зашифровано, і ключів у ній немає.',
    )
    .action((path: string | undefined, { withoutKeys = false }: { withoutKeys?: boolean }) =>
      withApp(async (app, { pool }) => {
        const passphrase = app.config.backup_passphrase
        const file = path ?? usualFile(app)
        const made = await makeBackup(app, pool, file, { passphrase, with_keys: !withoutKeys })
        const megabytes = inTenths(made.bytes / 1_048_576)
        output.out(`Копія готова: ${file}, ${rowsInWords(made.rows)}, ${megabytes}\u00a0МБ.`)
        for (const line of whatToKeep(made, app)) output.out(line)
      }),
    )
}

/** In the data folder, which git and docker pass by. */
function usualFile({ config, clock }: App): string {
  const folder = join(config.data_dir, 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  closeFolder(folder, 0o700)
  return join(folder, `kasyr-${stampOf(clock.now())}.${config.backup_passphrase === null ? 'tar.gz' : 'kasyr'}`)
}

function whatToKeep({ is_encrypted, has_keys }: Made, { config, encryption_keys }: App): string[] {
  const keys =
    encryption_keys.source === 'file' ? `файл ${encryptionKeyFile(config)}` : 'значення KASYR_ENCRYPTION_KEYS'
  if (has_keys)
    return [
      'Її зашифровано паролем із KASYR_BACKUP_PASSPHRASE, ключі шифрування в ній є.',
      'Щоб відновити дані, досить цього файлу й пароля: зберігайте їх окремо одне від одного й не лише на цій машині.',
    ]
  return [
    is_encrypted
      ? 'Її зашифровано паролем із KASYR_BACKUP_PASSPHRASE. Ключів шифрування в ній немає.'
      : 'Її не зашифровано: у ній є імена й телефони покупців. Ключів шифрування в ній немає.',
    `Без ключів її не відновити: збережіть окремо ${keys}${is_encrypted ? ' і пароль' : ''}.`,
    ...(is_encrypted
      ? []
      : ['Щоб копія була зашифрована й містила ключі, задайте KASYR_BACKUP_PASSPHRASE (від 12 символів).']),
  ]
}
