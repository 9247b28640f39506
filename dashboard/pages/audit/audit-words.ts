import type { AuditAction, AuditItem, SubjectType } from '#/contract/audit.ts'
import { changedWords } from '#/contract/order-words.ts'
import { pluralize } from '#/contract/plurals.ts'
import { receiptSentence } from '#/contract/receipt-words.ts'
import { fieldWordInside } from './audit-fields.ts'
import { list, number, rows, text, type Details, type Words } from './audit-details.ts'
import { moneyWords } from './audit-money-words.ts'
import { theOrder, thePerson, theRegister, withReceipt, type Piece, type Told } from './audit-pieces.ts'
import { formatDateTime } from '../../words/format.ts'
import { describeDevice } from '../../browser/device.ts'
import { isRole, roleLabels } from '../../words/labels.ts'

const sessions = { one: 'сеанс', few: 'сеанси', many: 'сеансів', other: 'сеансу' }
const passkeys = { one: 'ключ доступу', few: 'ключі доступу', many: 'ключів доступу', other: 'ключа доступу' }
const secrets = { one: 'секрет', few: 'секрети', many: 'секретів', other: 'секрету' }
const problems = { one: 'проблема', few: 'проблеми', many: 'проблем', other: 'проблеми' }

const failureWords: Record<string, string> = {
  unknown_user: 'такого логіна немає',
  wrong_password: 'неправильний пароль',
  disabled: 'обліковий запис вимкнено',
  one_time_expired: 'строк одноразового пароля минув',
  wrong_code: 'пароль правильний, код другого фактора — ні',
  wrong_passkey: 'ключ доступу не підійшов',
  throttled: 'забагато спроб',
}

const refusedTimes = (count: unknown): string => (count === undefined ? '' : `, відхилено\u00a0${number(count)}`)

const secondFactorWords: Record<string, string> = {
  authenticator: ' з кодом із застосунку',
  recovery_code: ' з кодом відновлення',
  passkey: ' з ключем доступу',
}

const endingWords: Record<string, string> = {
  by_owner: 'завершено власником',
  by_admin: 'завершено адміністратором',
  replaced: 'у цьому браузері увійшли ще раз',
  user_disabled: 'користувача вимкнено',
  too_many_sessions: 'забагато сеансів, завершено найстаріший',
  factor_enrolled: 'власник налаштував другий фактор в іншому сеансі',
}

const ended = (details: Details): string =>
  number(details['sessions_ended']) === 0 ? '' : `, завершено ${pluralize(number(details['sessions_ended']), sessions)}`

const copyWay = ({ by, to }: Details): string =>
  `${by === 'email' ? 'електронною поштою' : 'в SMS'}${to === undefined ? '' : ` на\u00a0${text(to)}`}`

const keysRemoved = ({ passkeys_removed }: Details): string =>
  number(passkeys_removed) === 0 ? '' : `, видалено ${pluralize(number(passkeys_removed), passkeys)}`

/** The factor that was shown for it. */
const shownWords = (second_factor: unknown): string => {
  const word = secondFactorWords[text(second_factor)]
  return word === undefined ? '' : `, підтверджено${word.replace(' з ', ' ')}`
}

const roleWord = (role: unknown): string => (isRole(role) ? roleLabels[role].toLocaleLowerCase('uk') : '')

/** Every action of the log in words. Exhaustive: a new one does not compile without its sentence. */
const words: Record<AuditAction, Words> = {
  'auth.logged_in': {
    name: 'Вхід',
    sentence: ({ user_agent, second_factor }) =>
      `Вхід${secondFactorWords[text(second_factor)] ?? ''}: ${describeDevice(text(user_agent))}`,
  },
  'auth.login_failed': {
    name: 'Невдалий вхід',
    sentence: ({ login, reason }) => `Невдалий вхід з логіном «${text(login)}»: ${failureWords[text(reason)] ?? ''}`,
  },
  'auth.login_throttled': {
    name: 'Вхід відкладено',
    sentence: ({ login, seconds, count }) =>
      count === undefined
        ? `Забагато невдалих спроб: вхід з логіном «${text(login)}» відкладено на\u00a0${number(seconds)}\u00a0с`
        : `Забагато невдалих спроб: відхилено входів, почавши з логіна «${text(login)}», —\u00a0${number(count)}`,
  },
  'auth.logged_out': { name: 'Вихід', sentence: () => 'Вихід' },
  'auth.session_ended': {
    name: 'Кінець сеансу',
    sentence: ({ reason }) => `Сеанс завершено: ${endingWords[text(reason)] ?? ''}`,
  },
  'auth.refresh_reused': {
    name: 'Повторно вжито ключ сеансу',
    sentence: () => 'Ключ сеансу вжито вдруге, сеанс завершено: можлива крадіжка',
  },
  'auth.password_changed': { name: 'Зміна пароля', sentence: (details) => `Пароль змінено${ended(details)}` },
  'auth.reauth_failed': {
    name: 'Пароль не підтверджено',
    sentence: ({ reason, count }) =>
      `Пароль не підтверджено: ${failureWords[text(reason)] ?? ''}${refusedTimes(count)}`,
  },
  'auth.password_change_failed': {
    name: 'Невдала зміна пароля',
    sentence: ({ reason, count }) => `Пароль не змінено: ${failureWords[text(reason)] ?? ''}${refusedTimes(count)}`,
  },
  'auth.second_factor_enrolled': {
    name: 'Під’єднано застосунок з кодами',
    sentence: () => 'Під’єднано застосунок з кодами для входу',
  },
  'auth.second_factor_removed': {
    name: 'Від’єднано застосунок з кодами',
    sentence: ({ second_factor }) => `Від’єднано застосунок з кодами для входу${shownWords(second_factor)}`,
  },
  'auth.recovery_code_used': {
    name: 'Використано код відновлення',
    sentence: ({ left }) => `Використано код відновлення, залишилося:\u00a0${number(left)}`,
  },
  'auth.recovery_codes_renewed': {
    name: 'Нові коди відновлення',
    sentence: ({ second_factor }) =>
      `Створено нові коди відновлення, старі більше не діють${shownWords(second_factor)}`,
  },
  'auth.passkey_added': { name: 'Новий ключ доступу', sentence: ({ name }) => `Додано ключ доступу «${text(name)}»` },
  'auth.passkey_removed': {
    name: 'Видалений ключ доступу',
    sentence: ({ name, second_factor }) => `Видалено ключ доступу «${text(name)}»${shownWords(second_factor)}`,
  },
  'auth.reauthenticated': {
    name: 'Підтвердження пароля',
    sentence: ({ second_factor }) => `Пароль підтверджено перед важливою зміною${shownWords(second_factor)}`,
  },
  'user.created': {
    name: 'Новий користувач',
    sentence: ({ login, role }, entry) => ['Додано ', thePerson(entry), ` (${text(login)}), ${roleWord(role)}`],
  },
  'user.edited': { name: 'Зміна користувача', sentence: (_, entry) => ['Змінено ', thePerson(entry)] },
  'user.password_reset': {
    name: 'Скидання пароля',
    sentence: (details, entry) => ['Пароль ', thePerson(entry), ` скинуто${ended(details)}${keysRemoved(details)}`],
  },
  'user.second_factor_reset': {
    name: 'Скидання другого фактора',
    sentence: (details, entry) => ['Другий фактор ', thePerson(entry), ` скинуто${ended(details)}`],
  },
  'orders.synced': {
    name: 'Оновлення з CRM',
    sentence: ({ added, updated, held }) =>
      `Оновлення з CRM: додано ${number(added)}, змінено ${number(updated)}, залишено за касиром ${number(held)}`,
  },
  'order.updated_from_crm': {
    name: 'Зміна замовлення в CRM',
    sentence: (details, entry) => ['CRM змінила ', theOrder(entry), `: ${changedWords(details)}`],
  },
  'order.edited': {
    name: 'Зміна замовлення',
    sentence: (details, entry) =>
      changedWords(details) === ''
        ? [theOrder(entry, 'Замовлення'), ' збережено без змін']
        : ['Змінено ', theOrder(entry), `: ${changedWords(details)}`],
  },
  'order.deleted': {
    name: 'Приховане замовлення',
    sentence: (_, entry) => ['Приховано ', theOrder(entry)],
  },
  'order.restored': {
    name: 'Повернуте замовлення',
    sentence: (_, entry) => ['Повернуто в чергу ', theOrder(entry)],
  },
  'order.receipt_not_needed': {
    name: 'Чек не потрібен',
    sentence: ({ reason }, entry) => [theOrder(entry, 'Замовлення'), ` не потребує чека: «${text(reason)}»`],
  },
  'order.receipt_needed': {
    name: 'Чек знову потрібен',
    sentence: (_, entry) => ['Із ', theOrder(entry), ' знято позначку «чек не потрібен»'],
  },
  'order.exported': {
    name: 'Завантаження замовлень файлом',
    sentence: ({ format, rows: count }) =>
      `Замовлення завантажено файлом ${text(format).toUpperCase()}: ${pluralize(number(count), rows)}`,
  },
  'audit.exported': {
    name: 'Завантаження журналу файлом',
    sentence: ({ format }) => `Журнал завантажено файлом ${text(format).toUpperCase()}`,
  },
  'keys.rotated': {
    name: 'Заміна ключів',
    sentence: (details) => `Ключі шифрування замінено: ${pluralize(number(details['secrets']), secrets)}`,
  },
  'keys.forgotten': { name: 'Вилучення ключів', sentence: () => 'Старі ключі шифрування вилучено' },
  'keys.audit_rotated': { name: 'Заміна ключа журналу', sentence: () => 'Ключ журналу замінено' },
  'keys.tokens_rotated': { name: 'Заміна ключа входу', sentence: () => 'Ключ підпису входів замінено' },
  'keys.tokens_forgotten': { name: 'Вилучення ключів входу', sentence: () => 'Старі ключі підпису входів вилучено' },
  'audit.break_accepted': {
    name: 'Прийняте порушення журналу',
    sentence: ({ reason }) => `Порушення журналу прийнято, журнал почато заново: «${text(reason)}»`,
  },
  'view.saved': { name: 'Збережений список', sentence: ({ name }) => `Збережено список «${text(name)}»` },
  'view.forgotten': { name: 'Видалений список', sentence: ({ name }) => `Видалено список «${text(name)}»` },
  'backup.made': {
    name: 'Резервна копія',
    sentence: (details) => `Зроблено резервну копію: ${pluralize(number(details['rows']), rows)}`,
  },
  'backup.restored': {
    name: 'Відновлення з копії',
    sentence: ({ made_at }) => `Дані відновлено з копії від\u00a0${formatDateTime(text(made_at))}`,
  },
  'register.added': { name: 'Нова каса', sentence: (_, entry) => ['Додано ', theRegister(entry)] },
  'register.edited': {
    name: 'Зміна каси',
    sentence: (details, entry) => {
      const changed = list(details['secrets']).map(fieldWordInside)
      return ['Змінено ', theRegister(entry), changed.length === 0 ? '' : `: ${changed.join(', ')}`]
    },
  },
  'register.made_default': {
    name: 'Каса за замовчуванням',
    sentence: (_, entry) => [theRegister(entry, 'Касу'), ' вибрано за замовчуванням'],
  },
  'register.deleted': {
    name: 'Видалення каси',
    sentence: ({ archived }, entry) => [
      theRegister(entry, 'Касу'),
      archived === true ? ' перенесено в архів' : ' видалено',
    ],
  },
  'register.checked': {
    name: 'Перевірка каси',
    sentence: (details, entry) => {
      const found = list(details['problems']).length
      return [theRegister(entry, 'Касу'), ` перевірено: ${found === 0 ? 'усе гаразд' : pluralize(found, problems)}`]
    },
  },
  'receipt.requested': {
    name: 'Чек поставлено в чергу',
    sentence: ({ ttn }, entry) => withReceipt(`Чек, ТТН\u00a0${text(ttn)}, поставлено в чергу`, entry),
  },
  'receipt.moved': {
    name: 'Хід чека',
    sentence: ({ event, from, to, reason }, entry) => {
      const step = { event: text(event), kind: '', from_state: text(from), to_state: text(to), details: {} }
      return [...withReceipt(receiptSentence(step), entry), reason === undefined ? '' : `: «${text(reason)}»`]
    },
  },
  'receipt.fiscalize_asked': {
    name: 'Повторна фіскалізація',
    sentence: ({ provider_id }, entry) =>
      withReceipt(`Checkbox попросили ще раз фіскалізувати чек, документ ${text(provider_id)}`, entry),
  },
  'receipt.copy_asked': {
    name: 'Прохання надіслати копію чека',
    sentence: (details, entry) => withReceipt(`Checkbox просять надіслати копію чека ${copyWay(details)}`, entry),
  },
  'receipt.copy_sent': {
    name: 'Надіслана копія чека',
    sentence: (details, entry) => withReceipt(`Покупцеві надіслано копію чека ${copyWay(details)}`, entry),
  },
  'receipt.copy_failed': {
    name: 'Копію чека не надіслано',
    sentence: (details, entry) =>
      withReceipt(`Копію чека ${copyWay(details)} не надіслано: «${text(details.reason)}»`, entry),
  },
  'receipt.sums_accepted': {
    name: 'Прийняті суми',
    sentence: ({ reason }, entry) => withReceipt(`Прийнято, що суми чека розійшлися: «${text(reason)}»`, entry),
  },
  'receipt.sums_not_accepted': {
    name: 'Скасоване прийняття сум',
    sentence: (_, entry) => withReceipt('Суми чека знову вимагають уваги', entry),
  },
  ...moneyWords,
  'receipt.orphan_dismissed': {
    name: 'Перевірений документ без чека',
    sentence: ({ provider_id, order_id, reason }, entry) => [
      `Документ Checkbox ${text(provider_id)} без чека`,
      ...(typeof order_id === 'string' ? [' за\u00a0', theOrder(entry)] : []),
      ` перевірено: «${text(reason)}»`,
    ],
  },
}

export const isAuditAction = (value: string): value is AuditAction => Object.hasOwn(words, value)

/** What happened, as a person would say it. */
export function auditSentence(entry: Told & Pick<AuditItem, 'action'>): readonly Piece[] {
  const told = words[entry.action].sentence(entry.details, entry)
  return typeof told === 'string' ? [told] : told
}

export const auditActionNames: readonly { value: AuditAction; label: string }[] = Object.keys(words)
  .filter(isAuditAction)
  .map((value) => ({ value, label: words[value].name }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'uk'))

export const subjectWords: Record<SubjectType, string> = {
  user: 'користувач',
  session: 'сеанс',
  login: 'логін',
  queue: 'черга замовлень',
  order: 'замовлення',
  cash_register: 'каса',
  keys: 'ключі',
  backup: 'копія',
  view: 'збережений список',
  receipt: 'чек',
  money: 'перекази',
  audit: 'журнал',
}
