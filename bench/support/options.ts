import { parseArgs } from 'node:util'

/** What to measure, and how: `npm run bench -- orders --orders 100000 --rounds 5 --only read,update`. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    orders: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    keep: { type: 'string' },
    profile: { type: 'string' },
  },
})

const listed = (text: string): string[] => text.split(',').filter((part) => part !== '')

function positive(text: string, option: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${option} takes whole numbers above 0, not "${text}"`)
  return number
}

export const benches = positionals
/** Several sizes are measured one after the other. */
export const sizes = listed(values.orders).map((text) => positive(text, 'orders'))
export const rounds = positive(values.rounds, 'rounds')
/** Empty: everything. */
export const only = listed(values.only)
/** The folder in which what was filled stays for the next run. */
export const keptIn = values.keep
/** The folder for a profile of the product's processor time, to be opened in the developer tools of Chromium. */
export const profileTo = values.profile
