import { sql } from 'kysely'
import type { LineState } from '#/contract/payouts.ts'
import { judgeChanged } from '#/server/money/judging/judge-changed.ts'
import { startMoneyDesk } from './money-desk.ts'
import { aMonth, type Month } from './money-month.ts'
import { happeningsOf, type MonthShop, type WrittenMonth } from './money-shop.ts'
import { seededRandom } from './seeded-random.ts'

const parcelsOfAMonth = 24

/** A shop in which months of chance happen. */
export async function openMonths(seed: string) {
  const random = seededRandom(seed)
  const desk = await startMoneyDesk()
  const { kasyr } = desk
  const others = [
    await desk.addRegister({ name: 'Друга', license_key: 'test-b' }),
    await desk.addRegister({ name: 'Третя', license_key: 'test-c' }),
  ]
  const registers = [desk.registerId, ...others]
  await sql`update cash_registers set payee_id = null where id = ${registers[2]}`.execute(kasyr.db)
  const known = await sql<{ id: string; payee_id: string }>`select id, payee_id from cash_registers`.execute(kasyr.db)
  const payeeOf = (id: string | undefined) => known.rows.find((row) => row.id === id)?.payee_id ?? ''
  const payees = [payeeOf(registers[0]), payeeOf(registers[1])]
  const shop: MonthShop = { app: kasyr.app, db: kasyr.db, registers, payees }

  const shuffled = <Item>(items: readonly Item[]): Item[] =>
    items
      .map((item) => ({ item, place: random() }))
      .toSorted((one, other) => one.place - other.place)
      .map(({ item }) => item)

  /** Lets the month happen in an order of chance; now and then a person reads meanwhile. */
  async function live(month: Month): Promise<WrittenMonth> {
    const { written, happenings } = happeningsOf(shop, month)
    for (const { happen } of shuffled(happenings)) {
      await happen()
      if (random() < 0.1) await judgeChanged(kasyr.app)
    }
    await judgeChanged(kasyr.app)
    return written
  }

  async function statesOf({
    numbers,
  }: WrittenMonth): Promise<{ place: { payout: number; line: number }; state: LineState }[]> {
    const { rows } = await sql<{ number: string; position: number; state: LineState }>`
      select p.number, l.position, l.state from payout_lines l join payouts p on p.id = l.payout_id
      where p.number = any(${numbers}) order by p.number, l.position`.execute(kasyr.db)
    return rows.map(({ number, position, state }) => ({
      place: { payout: numbers.indexOf(number), line: position - 1 },
      state,
    }))
  }

  return { kasyr, shop, random, shuffled, live, statesOf, aMonth: () => aMonth(random, parcelsOfAMonth) }
}
