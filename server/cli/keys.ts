import { Command } from 'commander'
import { pluralize } from '#/contract/plurals.ts'
import { theSystem } from '../audit/record-audit.ts'
import { forgetKeys } from '../keys/forget-keys.ts'
import { rotateKeys, type Rotation } from '../keys/rotate-keys.ts'
import { countUnder } from '../keys/rules.ts'
import { surveySecrets, type SecretState } from '../keys/survey-secrets.ts'
import { Explained } from '../platform/explained.ts'
import type { Output } from './output.ts'
import { withApp } from './with-app.ts'

const busy = 'ключі саме змінює інший процес; повторіть за хвилину.'
const backups = 'Резервні копії, зроблені до ротації, без них не прочитати.'

export function keysCommand(output: Output): Command {
  const keys = new Command('keys').description('ключі шифрування секретів: показати, замінити, прибрати зайві')
  keys
    .command('list')
    .description('показати ключі та скільки секретів під кожним')
    .action(() =>
      withApp(async (app) => {
        const states = await surveySecrets(app)
        for (const [index, { kid }] of app.encryption_keys.all().entries())
          output.out(`${kid.padEnd(34)} ${index === 0 ? 'пише ' : 'читає'}  ${secretsIn(countUnder(states, kid))}`)
        tellUnreadable(states, output)
      }),
    )
  keys
    .command('rotate')
    .description('перешифрувати всі секрети новим ключем; можна перервати й запустити знову')
    .action(() =>
      withApp(async (app, database) => {
        // The audit key is sealed too, and the role of the service may not replace it.
        const { db } = await database.owner()
        const rotation = await rotateKeys({ ...app, db }, theSystem, (kid, isNew) =>
          output.out(isNew ? `Створено новий ключ «${kid}».` : `Продовжуємо перешифрування ключем «${kid}».`),
        )
        if (rotation === 'busy') throw new Explained(busy)
        if (rotation === 'needs_key') return tellHowToAddKey(output)
        tellRotation(rotation, app.encryption_keys.source, output)
      }),
    )
  keys
    .command('forget')
    .description('прибрати старі ключі, якими вже нічого не зашифровано')
    .action(() =>
      withApp(async (app) => {
        const result = await forgetKeys(app, theSystem)
        if (result === 'busy') throw new Explained(busy)
        if (result.outcome === 'in_use')
          throw new Explained(
            `ключами ${named(result.kids)} ще зашифровано секрети. Спершу виконайте kasyr keys rotate.`,
          )
        if (result.outcome === 'too_early')
          throw new Explained(
            `ключ змінено щойно, і хтось міг ще не зберегти секрет під старим. Повторіть за ${result.seconds} с.`,
          )
        if (result.kids.length === 0) return output.out('Зайвих ключів немає.')
        output.out(
          result.outcome === 'forgotten'
            ? `Прибрано: ${named(result.kids)}. ${backups}`
            : `Приберіть із KASYR_ENCRYPTION_KEYS ${named(result.kids)} і перезапустіть Касир. ${backups}`,
        )
      }),
    )
  return keys
}

function tellHowToAddKey(output: Output): void {
  output.out('Усі секрети вже зашифровано першим ключем із KASYR_ENCRYPTION_KEYS. Щоб замінити його:')
  output.out('  1. Створіть новий: openssl rand -base64 32')
  output.out('  2. Допишіть його в KASYR_ENCRYPTION_KEYS першим, залишивши старі, і перезапустіть Касир.')
  output.out('     На кількох машинах спершу допишіть його всюди останнім, а після перезапуску переставте вперед.')
  output.out('  3. Виконайте kasyr keys rotate ще раз.')
}

function tellRotation(
  { kid, resealed, secrets, left, unreadable, unused }: Rotation,
  source: 'environment' | 'file',
  output: Output,
): void {
  output.out(`Перешифровано: ${resealed}. Під ключем «${kid}» тепер ${secretsIn(secrets)}.`)
  tellUnreadable(unreadable, output)
  if (left > 0) throw new Explained(`${secretsIn(left)} зайнято іншими процесами. Повторіть kasyr keys rotate.`)
  if (unreadable.length > 0)
    throw new Explained(
      `не читається: ${secretsIn(unreadable.length)}. Їх залишено як є; введіть їх у Касирі заново або поверніть ключ, якого бракує.`,
    )
  if (unused.length > 0)
    output.out(`Старі ключі більше не потрібні: ${named(unused)}. ${backups} Прибрати: ${howToForget[source]}`)
}

const howToForget = {
  environment: 'видаліть їх із KASYR_ENCRYPTION_KEYS і перезапустіть Касир.',
  file: 'kasyr keys forget',
} as const

function tellUnreadable(states: readonly SecretState[], output: Output): void {
  for (const { problem } of states) if (problem !== null) output.out(`✗ ${problem}`)
}

const named = (kids: readonly string[]): string => kids.map((kid) => `«${kid}»`).join(', ')
const secretsIn = (count: number): string =>
  pluralize(count, { one: 'секрет', few: 'секрети', many: 'секретів', other: 'секрету' })
