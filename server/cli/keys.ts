import { Command } from 'commander'
import { pluralize } from '#/contract/plurals.ts'
import { theSystem } from '../audit/record-audit.ts'
import type { App } from '../app.ts'
import { forgetKeys } from '../keys/forget-keys.ts'
import { forgetTokenKeys } from '../keys/forget-token-keys.ts'
import { rotateAuditKey } from '../keys/rotate-audit-key.ts'
import { rotateKeys, type Rotation } from '../keys/rotate-keys.ts'
import { rotateTokenKeys } from '../keys/rotate-token-keys.ts'
import { countUnder } from '../keys/rules.ts'
import { surveySecrets, type SecretState } from '../keys/survey-secrets.ts'
import { Explained } from '../platform/explained.ts'
import type { Output } from './output.ts'
import { withApp } from './with-app.ts'

const busy = 'ключі саме змінює інший процес; повторіть за хвилину.'
const backups = 'Резервні копії, зроблені до ротації, без них не прочитати.'

export function keysCommand(output: Output): Command {
  const keys = new Command('keys').description('ключі секретів, входів і журналу: показати, замінити, прибрати зайві')
  keys
    .command('list')
    .description('показати ключі: скільки секретів під кожним, який підписує входи і журнал')
    .action(() =>
      withApp(async (app) => {
        const states = await surveySecrets(app)
        output.out('Секрети:')
        for (const [index, { kid }] of app.encryption_keys.all().entries())
          output.out(`${kid.padEnd(34)} ${index === 0 ? 'пише ' : 'читає'}  ${secretsIn(countUnder(states, kid))}`)
        tellUnreadable(states, output)
        output.out('Входи:')
        for (const [index, { kid }] of app.token_keys.all().entries())
          output.out(`${kid.padEnd(34)} ${index === 0 ? 'підписує' : 'перевіряє'}`)
        output.out('Журнал:')
        for (const [index, { kid }] of app.audit.keys.all.toReversed().entries())
          output.out(`${(kid ?? '(перший)').padEnd(34)} ${index === 0 ? 'підписує' : 'перевіряє'}`)
      }),
    )
  keys
    .command('rotate')
    .description('перешифрувати всі секрети новим ключем; можна перервати й запустити знову')
    .option('--tokens', 'замінити ключ, яким підписано входи')
    .option('--audit', 'замінити ключ, яким підписано журнал')
    .action(({ tokens, audit }: Which) =>
      withApp(async (served, database) => {
        if (tokens && audit) throw new Explained('вкажіть лише одне: --tokens або --audit.')
        // The keys of the audit log are sealed settings, which the role of the service may not replace.
        const app = { ...served, db: (await database.owner()).db }
        return tokens ? rotateTokens(app, output) : audit ? rotateAudit(app, output) : rotateSecrets(app, output)
      }),
    )
  keys
    .command('forget')
    .description('прибрати старі ключі, якими вже нічого не зашифровано')
    .option('--tokens', 'прибрати старі ключі входів')
    .option('--now', 'разом із --tokens: ключ витік, прибрати всі негайно; підписуватиме новий')
    .action(({ tokens, now = false }: Which) =>
      withApp((app) => {
        if (now && !tokens) throw new Explained('--now діє лише разом із --tokens.')
        return tokens ? forgetTokens(app, now, output) : forgetSecrets(app, output)
      }),
    )
  return keys
}

interface Which {
  tokens?: boolean
  audit?: boolean
  now?: boolean
}

async function rotateSecrets(app: App, output: Output): Promise<void> {
  const rotation = await rotateKeys(app, theSystem, (kid, isNew) =>
    output.out(isNew ? `Створено новий ключ «${kid}».` : `Продовжуємо перешифрування ключем «${kid}».`),
  )
  if (rotation === 'busy') throw new Explained(busy)
  if (rotation === 'needs_key') return tellHowToAddKey(output)
  tellRotation(rotation, app.encryption_keys.source, output)
}

async function rotateAudit(app: App, output: Output): Promise<void> {
  const kid = await rotateAuditKey(app, theSystem)
  if (kid === 'busy') throw new Explained(busy)
  output.out(`Створено новий ключ журналу «${kid}». Записи й печатки, зроблені до цього, перевіряють старим ключем.`)
  output.out('Перезапускати нічого не треба. Резервні копії містять усі ключі журналу.')
}

async function rotateTokens(app: App, output: Output): Promise<void> {
  const rotation = await rotateTokenKeys(app, theSystem)
  if (rotation === 'busy') throw new Explained(busy)
  if (rotation === 'by_hand') {
    output.out('Ключі входів задано в KASYR_TOKEN_KEYS, тож замінити їх можете лише ви:')
    output.out('  1. Створіть новий: openssl rand -base64 32')
    output.out('  2. Допишіть його в KASYR_TOKEN_KEYS першим, залишивши старі, і перезапустіть Касир.')
    output.out('     На кількох машинах спершу допишіть його всюди останнім, а після перезапуску переставте вперед.')
    output.out('  3. За 15 хвилин приберіть старі й перезапустіть Касир ще раз.')
    return
  }
  output.out(`Створено новий ключ входів «${rotation.kid}». Ніхто не вийшов: старі ключі ще перевіряють.`)
  output.out('За 15 хвилин старі можна прибрати: kasyr keys forget --tokens')
}

async function forgetSecrets(app: App, output: Output): Promise<void> {
  const result = await forgetKeys(app, theSystem)
  if (result === 'busy') throw new Explained(busy)
  if (result.outcome === 'in_use')
    throw new Explained(`ключами ${named(result.kids)} ще зашифровано секрети. Спершу виконайте kasyr keys rotate.`)
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
}

async function forgetTokens(app: App, now: boolean, output: Output): Promise<void> {
  const result = await forgetTokenKeys(app, theSystem, now)
  if (result === 'busy') throw new Explained(busy)
  if (result.outcome === 'too_early')
    throw new Explained(
      `старим ключем ще підписано чинні входи. Повторіть за ${result.seconds} с. Якщо ключ витік: kasyr keys forget --tokens --now`,
    )
  if (result.outcome === 'by_hand' && now) return tellHowToForgetNow(output)
  if (result.kids.length === 0) return output.out('Зайвих ключів немає.')
  if (result.outcome === 'by_hand')
    return output.out(`Приберіть із KASYR_TOKEN_KEYS ${named(result.kids)} і перезапустіть Касир.`)
  output.out(`Прибрано: ${named(result.kids)}. Браузери, які входили з ними, система вважатиме новими.`)
  if (now) tellForgottenNow(result, output)
}

function tellForgottenNow({ signing, made }: { signing: string; made: boolean }, output: Output): void {
  output.out(
    made
      ? `Підписує новий ключ «${signing}».`
      : `Підписує ключ «${signing}», щойно створений ротацією. Якщо витік і він, виконайте команду ще раз.`,
  )
  output.out(
    'Усе, що підписали прибрані ключі, вже не діє в жодному процесі з цією текою даних. Сторінки й програми поновлять вхід самі;',
  )
  output.out('кого система попросить увійти ще раз, той саме поновлював вхід у ці хвилини.')
  output.out('Якщо підозрюєте, що ключем скористалися, завершіть і сеанси людей: kasyr user sessions end <логін>')
}

function tellHowToForgetNow(output: Output): void {
  output.out('Ключі входів задано в KASYR_TOKEN_KEYS, тож прибрати їх можете лише ви:')
  output.out('  1. Створіть новий: openssl rand -base64 32')
  output.out('  2. Залиште в KASYR_TOKEN_KEYS лише його, на всіх машинах, і перезапустіть Касир.')
  output.out(
    'Старими ключами нічого не відкрити, щойно перезапущено всі процеси. Сторінки й програми поновлять вхід самі.',
  )
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
