import type { AuditAction, AuditItem, SubjectType } from '#/contract/audit.ts'
import { changedWords } from '#/contract/order-words.ts'
import { pluralize } from '#/contract/plurals.ts'
import { receiptSentence } from '#/contract/receipt-words.ts'
import { fieldWordInside } from './audit-fields.ts'
import { list, number, rows, text, type Details, type Words } from './audit-details.ts'
import { moneyWords } from './audit-money-words.ts'
import { peopleWords } from './audit-people-words.ts'
import { theOrder, theRegister, withReceipt, type Piece, type Told } from './audit-pieces.ts'
import { formatDateTime } from '../../words/format.ts'

const secrets = { one: 'секрет', few: 'секрети', many: 'секретів', other: 'секрету' }
const problems = { one: 'проблема', few: 'проблеми', many: 'проблем', other: 'проблеми' }

const copyWay = ({ by, to }: Details): string =>
  `${by === 'email' ? 'електронною поштою' : 'в SMS'}${to === undefined ? '' : ` на\u00a0${text(to)}`}`

/** Every action of the log in words. Exhaustive: a new one does not compile without its sentence. */
const words: Record<AuditAction, Words> = {
  ...peopleWords,
  'crm.decided': {
    name: 'Рішення про іншу CRM',
    sentence: ({ decision, present_host, before_host }) =>
      `CRM ${text(present_host)} замість ${text(before_host)}: ${decision === 'same' ? 'той самий магазин' : 'інший магазин'}`,
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
  'order.ttn_kept': {
    name: 'Підтверджена ТТН',
    sentence: ({ crm_ttn }, entry) => ['Підтверджено ТТН ', theOrder(entry), `, хоча в CRM ${text(crm_ttn)}`],
  },
  'order.deleted': {
    name: 'Приховане замовлення',
    sentence: (_, entry) => ['Приховано ', theOrder(entry)],
  },
  'order.restored': {
    name: 'Повернене замовлення',
    sentence: (_, entry) => ['Повернено в чергу ', theOrder(entry)],
  },
  'order.receipt_not_needed': {
    name: 'Чек не потрібен',
    sentence: ({ reason }, entry) => [theOrder(entry, 'Замовлення'), ` не потребує чека: «${text(reason)}»`],
  },
  'order.left_sale_settled': {
    name: 'Колишня посилка без чека',
    sentence: ({ ttn, reason }, entry) => [
      `Посилка ${text(ttn)}, яку мало `,
      theOrder(entry, 'замовлення'),
      `, не потребує чека: «${text(reason)}»`,
    ],
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
