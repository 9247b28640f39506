import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { sqlCode } from '#/server/sql-code.ts'
import { nobody, receiptCases, writeCases } from '../support/money-cases.ts'
import { loggedIn } from '../support/people.ts'
import {
  ettnsThatCount,
  fiscalAdvance,
  lastFailed,
  lives,
  returnedAt,
  type MoneyOfOrder,
} from '../support/receipt-troubles.ts'
import { aRegister } from '../support/registers.ts'
import { startTestApp } from '../support/test-app.ts'

/** What decides which receipt of an order counts; `npm run mutate` reaches TypeScript only, so these are broken here. */
const files = ['is-real', 'lives', 'counts', 'receipt-facts'].map((name) => `receipts/sql/${name}.sql`)

const kasyr = await startTestApp()
afterAll(() => kasyr.close())
const { db } = kasyr
const received: MoneyOfOrder = { ...nobody, status_code: 9, cod_amount: 120_000, paid: true }
const parcels = [nobody, { ...received, taken_at: returnedAt - 1 }, { ...received, taken_at: returnedAt + 1 }]
const cases = parcels.flatMap((parcel) =>
  Object.values(receiptCases).map((receipts): MoneyOfOrder => Object.assign({}, parcel, { receipts })),
)
let ids: string[] = []
beforeAll(async () => {
  const admin = await loggedIn(kasyr, 'admin')
  const register = await admin.post<{ id: string }>('/cash-registers', aRegister())
  ids = await writeCases(db, register.body.id, cases)
})

/** By the rule in TypeScript. */
function factsOf(order: MoneyOfOrder) {
  const [counting] = ettnsThatCount(order)
  return {
    lives: order.receipts.some(lives),
    advance_only: isAdvanceOnly(order.receipts.filter(lives)),
    advance_amount: fiscalAdvance(order),
    ettn_state: counting === undefined ? null : counting.state === 'fiscalized' ? 'fiscal' : 'open',
    ettn_amount: counting === undefined || !lives(counting) ? null : counting.amount,
    accepted_control: counting?.accepted_control ?? null,
    last_failed: lastFailed(order),
  }
}

const isAdvanceOnly = (living: MoneyOfOrder['receipts']): boolean =>
  living.length > 0 && living.every(({ kind, state }) => kind === 'prepayment' && state === 'fiscalized')

/** Whether the functions of the database say of each order what the rule says, in a shop and in a demo. */
async function isAsTheRuleSays(on: Db | Tx): Promise<boolean> {
  for (const is_demo of [false, true]) {
    await sql`delete from settings where name = 'mode'`.execute(on)
    if (is_demo) await sql`insert into settings (name, value) values ('mode', '"demo"')`.execute(on)
    const { rows } = await sql<{ facts: unknown; of_other: unknown }>`
      select to_jsonb(f) as facts, to_jsonb(other) as of_other from unnest(${ids}::uuid[]) with ordinality as one (id, place)
        join orders o on o.id = one.id, receipt_facts(o.id, o.ttn) f, receipt_facts(o.id, '2' || o.ttn) other
      order by place`.execute(on)
    const expected = cases.map((one) => ({
      facts: factsOf({ ...one, is_demo }),
      of_other: factsOf({ ...underOtherTtn(one), is_demo }),
    }))
    if (!isDeepStrictEqual(rows, expected)) return false
  }
  return true
}

/** As if the order had the other TTN, of whose parcel nothing is known. */
const underOtherTtn = (order: MoneyOfOrder): MoneyOfOrder => ({
  ...order,
  status_code: null,
  receipts: order.receipts.map((one) => ({ ...one, is_of_other_ttn: !one.is_of_other_ttn })),
})

interface Change {
  file: string
  line: string
  text: string
}

/** Each small change of a rule, at each place where it can be made. */
const replacements: [RegExp, string][] = [
  [/ and /g, ' or '],
  [/ or /g, ' and '],
  [/not in/g, 'in'],
  [/not (?=rc\.)/g, ''],
  [/is null/g, 'is not null'],
  [/is not null/g, 'is null'],
  [/ = /g, ' <> '],
  [/exists/g, 'not exists'],
  [/left join/g, 'join'],
  [/ desc(?=, id)/g, ' asc'],
  [/'failed'/g, "'created'"],
  [/'cancelled'/g, "'created'"],
  [/'fiscalized'/g, "'created'"],
  [/'ettn'/g, "'prepayment'"],
  [/'fiscal'/g, "'open'"],
  [/'open'/g, "'fiscal'"],
  [/is_demo\(\)/g, 'true'],
  [/is_demo\(\)/g, 'false'],
  [/is_real\(rc\)/g, 'true'],
  [/where counts/g, 'where true'],
  [/counts desc/g, 'counts'],
  [/where lives/g, 'where true'],
  [/lives\(rc\)(?! as)/g, 'true'],
  [/'prepayment'/g, "'ettn'"],
  [/ttn = of_ttn/g, 'true'],
  [/, false\)/g, ', true)'],
]

function changesOf(file: string, text: string): Change[] {
  const code = text.replaceAll(/--.*$/gm, (comment) => ' '.repeat(comment.length))
  return replacements.flatMap(([what, instead]) =>
    Array.from(code.matchAll(what), ({ index, 0: found }) => ({
      file,
      line: `${code.slice(0, index).split('\n').length}: ${found.trim()} → ${instead.trim()}`,
      text: code.slice(0, index) + instead + code.slice(index + found.length),
    })),
  )
}

const read = sqlCode.read()
const changes = files.flatMap((file) => changesOf(file, read.get(file) ?? ''))

test.each(files)('%s is there, and something of it is changed', (file) => {
  expect(changes.some((change) => change.file === file)).toBe(true)
})

const rollback = new Error('not kept')

test('what the functions say of an order is what the rule says', async () => {
  const tried = db.transaction().execute(async (tx) => {
    expect(await isAsTheRuleSays(tx)).toBe(true)
    throw rollback
  })
  await expect(tried).rejects.toBe(rollback)
})

const survived = new Error('no case tells the change from the rule')

/** Two receipts that count are an error of the statement that reads the one; any other is a fault of this test. */
function isSecondRow(error: unknown): false {
  if (error instanceof Error && 'code' in error && error.code === '21000') return false
  throw error
}

test.each(changes)('a change of $file is noticed, $line', async ({ text }) => {
  const tried = db.transaction().execute(async (tx) => {
    await sql.raw(text.replace('create function', 'create or replace function')).execute(tx)
    const isSame = await isAsTheRuleSays(tx).catch(isSecondRow)
    throw isSame ? survived : rollback
  })
  await expect(tried).rejects.toBe(rollback)
})
