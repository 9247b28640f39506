import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { AppError } from '#/contract/errors.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { deleteOrder } from '#/server/orders/changing/delete-order.ts'
import { editOrder } from '#/server/orders/changing/edit-order.ts'
import { howOften } from '../support/how-often.ts'
import { aCrmOrder } from '../support/orders.ts'
import { startShop } from '../support/shop.ts'

const { kasyr, crm, sync } = await startShop()

type Step = { do: 'crm' | 'edit' | 'delete' | 'sync' | 'receipt'; order: number; value: string }

/** What must be true of one order whatever happened: the model the queue is held against. */
interface Expected {
  notes: string
  edited: boolean
  deleted: boolean
  has_receipt: boolean
}

const steps = fc.array(
  fc.record<Step>({
    do: fc.constantFrom('crm', 'edit', 'delete', 'sync', 'sync', 'receipt'),
    order: fc.nat(3),
    value: fc.string({ unit: fc.constantFrom('а', 'б', 'в'), maxLength: 2 }),
  }),
  { maxLength: 14 },
)

const numRuns = howOften({ usually: 40, long: 1_000 })

test(`${numRuns} sequences of CRM changes, edits, deletions and syncs: what a person did stays, nothing is lost, unchanged costs nothing`, async () => {
  let run = 0
  const property = fc.asyncProperty(steps, async (sequence) => {
    run += 1
    crm.orders.clear()
    await sql`delete from crm_sync`.execute(kasyr.db)
    const expected = new Map<string, Expected>()
    const wrong: string[] = []
    const idOf = async (crm_id: string) =>
      (await kasyr.db.selectFrom('orders').select('id').where('crm_id', '=', crm_id).executeTakeFirst())?.id

    for (const step of [...sequence, { do: 'sync', order: 0, value: '' } satisfies Step]) {
      const crm_id = `${run}-${step.order}`
      const known = expected.get(crm_id)
      if (step.do === 'crm') crm.put(aCrmOrder({ crm_id, number: crm_id, notes: step.value, updated_at: null }))
      if (step.do === 'sync') {
        await sync()
        for (const order of crm.orders.values()) {
          const own = expected.get(order.crm_id)
          if (!own)
            expected.set(order.crm_id, { notes: order.notes, edited: false, deleted: false, has_receipt: false })
          else if (!own.edited && !own.deleted && !own.has_receipt) own.notes = order.notes
        }
        wrong.push(...differs(await sync(), { added: 0, updated: 0, held: 0, failure: null }))
      }
      if (!known) continue
      const id = (await idOf(crm_id)) ?? ''
      if (step.do === 'receipt') {
        await kasyr.db.updateTable('orders').set({ has_receipt: true }).where('id', '=', id).execute()
        known.has_receipt = true
      }
      const refused = known.deleted || known.has_receipt
      if (step.do === 'edit') {
        const done = await ended(
          editOrder(kasyr.app, theSystem, { id, request: { notes: step.value }, expected_version: null }),
        )
        wrong.push(...differs(done, !refused))
        if (done) Object.assign(known, { notes: step.value, edited: true })
      }
      if (step.do === 'delete') {
        wrong.push(...differs(await ended(deleteOrder(kasyr.app, theSystem, id)), !refused))
        known.deleted ||= !refused
      }
    }

    const rows = await kasyr.db
      .selectFrom('orders')
      .select(['crm_id', 'notes', 'edited_at', 'deleted_at', 'has_receipt'])
      .where('crm_id', 'like', `${run}-%`)
      .execute()
    const found = rows.map(
      (row) =>
        [
          row.crm_id,
          {
            notes: row.notes,
            edited: row.edited_at !== null,
            deleted: row.deleted_at !== null,
            has_receipt: row.has_receipt,
          },
        ] as const,
    )
    expect(wrong).toEqual([])
    expect(new Map(found)).toEqual(expected)
  })
  await fc.assert(property, { numRuns, verbose: 1 })
}, 300_000)

const differs = (found: unknown, wanted: unknown): string[] =>
  JSON.stringify(found) === JSON.stringify(wanted)
    ? []
    : [`${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`]

async function ended(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
