import type { ParcelGroup } from '#/contract/carrier-statuses.ts'
import { may, roles, type Permission, type Role } from '#/contract/permissions.ts'

/** Words for everything the contract enumerates. The records are exhaustive: a new role does not compile without a word. */
export const roleLabels: Record<Role, string> = {
  admin: 'Адміністратор',
  cashier: 'Касир',
  auditor: 'Аудитор',
}

export const isRole = (value: unknown): value is Role => roles.some((role) => role === value)

/** Where a parcel is, in the words of the glossary. */
export const parcelGroupLabels: Record<ParcelGroup, string> = {
  created: 'Створено, не передано',
  moving: 'У дорозі',
  waiting: 'Чекає у відділенні',
  received: 'Отримано',
  refused: 'Відмова',
  deleted: 'ТТН видалено',
  unknown: 'Номер не знайдено',
}

/** What a permission lets a person do, ends the sentence «Ваша роль дає право…»; null where there is nothing to see. */
const permissionLabels: Record<Permission, string | null> = {
  'self.manage': 'змінювати свій пароль і другий фактор, завершувати свої сеанси',
  'order.read': 'бачити чергу замовлень',
  'order.edit': 'змінювати й приховувати замовлення',
  'order.track': 'питати Нову пошту про посилки',
  'order.restore': 'повертати приховані замовлення',
  'crm.decide': 'вирішувати, чи інша CRM у налаштуваннях — той самий магазин',
  'receipt.read': 'бачити чеки та їхню історію',
  'receipt.create': 'створювати чеки',
  'receipt.cancel': 'скасовувати чеки',
  'receipt.settle': 'з’ясовувати долю чеків, які потребують уваги',
  'money.read': 'бачити перекази NovaPay і звіряти їх із чеками',
  'money.import': 'завантажувати й вилучати реєстри переказів',
  'money.settle': 'вирішувати, що робити з розбіжностями переказів',
  'register.read': 'бачити каси та їхній стан',
  'register.write': 'додавати, змінювати й видаляти каси',
  'event.read': null,
  'user.read': 'бачити, хто має доступ до\u00a0Касира',
  'user.write':
    'додавати й вимикати користувачів, змінювати їхні ролі, скидати паролі та другий фактор, завершувати їхні сеанси',
  'audit.read': 'переглядати журнал дій',
}

export function abilitiesOf(role: Role): string[] {
  const abilities: string[] = []
  for (const [permission, label] of entriesOf(permissionLabels)) {
    if (label !== null && may(role, permission)) abilities.push(label)
  }
  return abilities
}

/** Object.entries forgets the type of the keys. */
function entriesOf<Key extends string, Value>(record: Record<Key, Value>): [Key, Value][] {
  const entries: [Key, Value][] = []
  for (const key in record) entries.push([key, record[key]])
  return entries
}
