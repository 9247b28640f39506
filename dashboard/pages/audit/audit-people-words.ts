import type { AuditAction } from '#/contract/audit.ts'
import { pluralize } from '#/contract/plurals.ts'
import { describeDevice } from '../../browser/device.ts'
import { isRole, roleLabels } from '../../words/labels.ts'
import { number, text, type Details, type Words } from './audit-details.ts'
import { thePerson } from './audit-pieces.ts'

const sessions = { one: 'сеанс', few: 'сеанси', many: 'сеансів', other: 'сеансу' }
const passkeys = { one: 'ключ доступу', few: 'ключі доступу', many: 'ключів доступу', other: 'ключа доступу' }

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
  passkey_removed: 'власник видалив ключ доступу, з яким його відкрито',
  factor_enrolled: 'власник налаштував другий фактор в іншому сеансі',
}

const ended = (details: Details): string =>
  number(details['sessions_ended']) === 0 ? '' : `, завершено ${pluralize(number(details['sessions_ended']), sessions)}`

const keysRemoved = ({ passkeys_removed }: Details): string =>
  number(passkeys_removed) === 0 ? '' : `, видалено ${pluralize(number(passkeys_removed), passkeys)}`

/** The factor that was shown for it. */
const shownWords = (second_factor: unknown): string => {
  const word = secondFactorWords[text(second_factor)]
  return word === undefined ? '' : `, підтверджено${word.replace(' з ', ' ')}`
}

const roleWord = (role: unknown): string => (isRole(role) ? roleLabels[role].toLocaleLowerCase('uk') : '')

/** Logins, failed ones too, what opens an account, and what was done with accounts. */
export const peopleWords: Record<Extract<AuditAction, `auth.${string}` | `user.${string}`>, Words> = {
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
    name: 'Повторно використано ключ сеансу',
    sentence: () => 'Ключ сеансу використано вдруге, сеанс завершено: можлива крадіжка',
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
}
