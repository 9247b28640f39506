import { pluralize, type Forms } from '#/contract/plurals.ts'
import type { Revived } from './rules.ts'

const forms: Forms = { one: 'рядок', few: 'рядки', many: 'рядків', other: 'рядка' }

export const rowsInWords = (rows: number): string => pluralize(rows, forms)

const kyiv = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Kyiv',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** «20261115_183405», for the names of files and databases. */
export const stampOf = (now: Date): string => kyiv.format(now).replaceAll(/[-:]/g, '').replace(' ', '_')

const hours: Forms = { one: 'годину', few: 'години', many: 'годин', other: 'години' }
const days: Forms = { one: 'день', few: 'дні', many: 'днів', other: 'дня' }

/** «3 години», «12 днів»: how old a backup is. */
export function agoInWords(made_at: string, now: Date): string {
  const passed = Math.floor((now.getTime() - Date.parse(made_at)) / 3_600_000)
  if (passed < 1) return 'менше години'
  return passed < 48 ? pluralize(passed, hours) : pluralize(Math.floor(passed / 24), days)
}

/** «увімкнено знову, попередній пароль, ключів доступу: 1». */
export const revivedInWords = ({ enabled, password, role, authenticator, passkeys, recovery_codes }: Revived): string =>
  [
    enabled ? 'увімкнено знову' : '',
    password ? 'попередній пароль' : '',
    role === null ? '' : `роль «${role}»`,
    authenticator ? 'застосунок з кодами' : '',
    passkeys === 0 ? '' : `ключів доступу: ${passkeys}`,
    recovery_codes === 0 ? '' : `кодів відновлення: ${recovery_codes}`,
  ]
    .filter((part) => part !== '')
    .join(', ')
