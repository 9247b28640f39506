import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { receiptStates, receiptTransitions } from '#/contract/receipt-states.ts'
import { newId } from '#/server/platform/random.ts'
import { startReceiptDesk, wayTo } from '../support/receipt-desk.ts'

/** What PostgreSQL refuses whoever asks: here nobody but the test does, with plain SQL. */
const desk = await startReceiptDesk()
const { db } = desk.kasyr

describe('a move of a receipt', () => {
  test('is legal where the contract says so, and nowhere else', async () => {
    const kept = await db.selectFrom('receipt_moves').select(['from_state', 'to_state']).execute()
    const said = receiptStates.flatMap((from) => receiptTransitions[from].map((to) => `${from} → ${to}`))
    const found = kept.map(({ from_state, to_state }) => `${from_state} → ${to_state}`)
    expect(found.toSorted(byName)).toEqual(said.toSorted(byName))
  })

  test.each(receiptStates)('from %s that the table does not have is refused', async (from) => {
    const { id } = await desk.receipt()
    await desk.drive(id, ...wayTo(from))
    const illegal = receiptStates.filter((to) => to !== from && !receiptTransitions[from].includes(to))
    for (const to of illegal) {
      // A document where the state wants one, so that nothing but the move itself is wrong.
      const move = sql`update receipts set state = ${to}, provider_id = coalesce(provider_id, id::text) where id = ${id}`
      await expect(move.execute(db), `${from} → ${to}`).rejects.toThrow(`a receipt that is ${from} cannot become ${to}`)
    }
    expect((await desk.rowOf(id)).state).toBe(from)
  })
})

describe('a receipt', () => {
  const insert = (like: string, changes: Record<string, unknown>) => {
    const columns = [
      'order_id',
      'kind',
      'document_kind',
      'ttn',
      'cash_register_id',
      'is_test',
      'amount',
      'request',
      'shown',
      'state',
    ]
    const values = columns.map((column) => (column in changes ? sql`${changes[column]}` : sql.ref(column)))
    return sql`
      insert into receipts (id, ${sql.raw(columns.join(', '))})
      select ${newId()}, ${sql.join(values)} from receipts where id = ${like}`.execute(db)
  }

  test('has no second live one beside it, by order and by TTN', async () => {
    const [one, other] = [await desk.receipt(), await desk.receipt()]
    await expect(insert(one.id, { ttn: '20459990000001' })).rejects.toThrow('one_live_receipt_per_order_id')
    const free = await desk.order()
    await expect(insert(other.id, { order_id: free })).rejects.toThrow('one_live_receipt_per_ttn')
    await desk.drive(one.id, { type: 'cancel_asked' })
    await insert(one.id, { state: 'queued' })
    expect((await desk.receiptsOf(one.order_id)).map(({ state }) => state).toSorted(byName)).toEqual([
      'cancelled',
      'queued',
    ])
  })

  test('begins queued', async () => {
    const { id, order_id } = await desk.receipt()
    await desk.drive(id, { type: 'cancel_asked' })
    await expect(insert(id, { state: 'created', order_id })).rejects.toThrow('a receipt begins queued')
  })

  test.each([
    ['request', sql`'{}'`],
    ['shown', sql`'{}'::jsonb`],
    ['amount', sql`amount + 1`],
    ['ttn', sql`'20459990000002'`],
    ['is_test', sql`not is_test`],
    ['created_at', sql`created_at + interval '1 second'`],
    ['prepayment_id', sql`id`],
    ['payment', sql`'cash'`],
    ['batch_id', sql`gen_random_uuid()`],
    ['relation_id', sql`'another'`],
  ])('keeps its %s', async (column, value) => {
    const { id } = await desk.receipt()
    const change = sql`update receipts set ${sql.ref(column)} = ${value} where id = ${id}`
    await expect(change.execute(db)).rejects.toThrow(/what a receipt says is frozen|violates check constraint/)
  })

  test('keeps the document and the fiscal code it was given, and a document is used once', async () => {
    const [one, other] = [await desk.receipt(), await desk.receipt()]
    await desk.drive(one.id, ...wayTo('created'))
    const { provider_id } = await desk.rowOf(one.id)
    const another = sql`update receipts set provider_id = 'another' where id = ${one.id}`
    await expect(another.execute(db)).rejects.toThrow('the document of a receipt does not change')
    const forgotten = sql`update receipts set provider_id = null where id = ${one.id}`
    await expect(forgotten.execute(db)).rejects.toThrow('the document of a receipt does not change')
    const taken = sql`update receipts set provider_id = ${provider_id} where id = ${other.id}`
    await expect(taken.execute(db)).rejects.toThrow('document_used_once')
    await sql`update receipts set fiscal_code = 'код' where id = ${one.id}`.execute(db)
    const code = sql`update receipts set fiscal_code = 'інший' where id = ${one.id}`
    await expect(code.execute(db)).rejects.toThrow('a fiscal code does not change')
  })

  test('is never sent again once its document was known', async () => {
    const { id } = await desk.receipt()
    await desk.drive(id, ...wayTo('unknown'))
    await sql`update receipts set provider_id = 'seen once' where id = ${id}`.execute(db)
    const again = sql`update receipts set state = 'queued' where id = ${id}`
    await expect(again.execute(db)).rejects.toThrow('a receipt whose document was known is never sent again')
  })

  test('is not made, created or fiscal, without a document', async () => {
    const { id } = await desk.receipt()
    await desk.drive(id, ...wayTo('sending'))
    const empty = sql`update receipts set state = 'created' where id = ${id}`
    await expect(empty.execute(db)).rejects.toThrow('violates check constraint')
  })

  test('does not go back in its attempts, deletions and events', async () => {
    const { id } = await desk.receipt()
    await desk.drive(id, ...wayTo('cancelling'))
    for (const change of [sql`attempt = 0`, sql`removal = 0`, sql`events = 1`]) {
      await expect(sql`update receipts set ${change} where id = ${id}`.execute(db)).rejects.toThrow('does not go back')
    }
  })

  test('is never removed, nor is its history changed', async () => {
    const { id } = await desk.receipt()
    for (const change of [
      sql`delete from receipts where id = ${id}`,
      sql`truncate receipts cascade`,
      sql`delete from receipt_events where receipt_id = ${id}`,
      sql`update receipt_events set event = 'forged' where receipt_id = ${id}`,
      sql`truncate receipt_events`,
    ])
      await expect(change.execute(db)).rejects.toThrow('only grows')
    expect((await desk.rowOf(id)).state).toBe('queued')
  })
})

describe('the history of a receipt', () => {
  const add = (receipt_id: string, seq: number, from_state: string | null) =>
    sql`insert into receipt_events (receipt_id, seq, at, event, from_state, to_state, details)
        values (${receipt_id}, ${seq}, now(), 'forged', ${from_state}, 'sending', '{}')`.execute(db)

  test('has no gap, no second beginning and no step from where it was not', async () => {
    const { id } = await desk.receipt()
    await expect(add(id, 3, 'queued')).rejects.toThrow('no gaps')
    await expect(add(id, 0, null)).rejects.toThrow('no gaps')
    await expect(add(id, 2, null)).rejects.toThrow('no gaps')
    await expect(add(id, 2, 'unknown')).rejects.toThrow('no gaps')
    await expect(add(id, 1, null)).rejects.toThrow('duplicate key')
  })

  test.each(receiptStates)('folds to the state, here %s', async (state) => {
    const { id } = await desk.receipt()
    await desk.drive(id, ...wayTo(state))
    const { rows } = await sql<{ to_state: string; seq: number }>`
      select to_state, seq from receipt_events where receipt_id = ${id} order by seq desc limit 1`.execute(db)
    const row = await desk.rowOf(id)
    expect(rows).toEqual([{ to_state: row.state, seq: row.events }])
    expect(row.state).toBe(state)
  })
})

const byName = (a: string, b: string): number => a.localeCompare(b)
