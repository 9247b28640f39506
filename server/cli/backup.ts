import { Command } from 'commander'
import { makeBackup } from '../backup/make-backup.ts'
import { rowsInWords, stampOf } from '../backup/words.ts'
import type { Output } from './output.ts'
import { withApp } from './with-app.ts'

export function backupCommand(output: Output): Command {
  return new Command('backup')
    .description('зробити резервну копію всіх даних одним файлом; сервіс тим часом працює')
    .argument('[файл]', 'куди записати (типово kasyr-дата_час.tar.gz у цю теку)')
    .option('--without-keys', 'не класти до копії ключі шифрування')
    .action((path: string | undefined, { withoutKeys = false }: { withoutKeys?: boolean }) =>
      withApp(async (app, { pool }) => {
        const file = path ?? `kasyr-${stampOf(app.clock.now())}.tar.gz`
        const { rows, bytes, has_keys } = await makeBackup(app, pool, file, { with_keys: !withoutKeys })
        const megabytes = (bytes / 1_048_576).toFixed(1).replace('.', ',')
        output.out(`Копія готова: ${file}, ${rowsInWords(rows)}, ${megabytes}\u00a0МБ.`)
        output.out(
          has_keys
            ? 'У ній є ключі шифрування: зберігайте файл, як пароль, і не лише на цій машині.'
            : 'Ключів шифрування в ній немає, а без них не прочитати секретів кас: збережіть ключі окремо.',
        )
      }),
    )
}
