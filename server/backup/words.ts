import { pluralize, type Forms } from '#/contract/plurals.ts'

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
