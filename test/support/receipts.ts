import { theSystem } from '#/server/audit/record-audit.ts'
import type { Config } from '#/server/config.ts'
import type { CrmOrder } from '#/server/integrations/crm-order.ts'
import { newId } from '#/server/platform/random.ts'
import { removeDocuments } from '#/server/receipts/sending/remove-documents.ts'
import { createReceipt } from '#/server/receipts/creating/create-receipt.ts'
import { moveReceipt } from '#/server/receipts/machine/move-receipt.ts'
import { pollReceipts } from '#/server/receipts/lookup/poll-receipts.ts'
import { reconcileReceipts } from '#/server/receipts/lookup/reconcile-receipts.ts'
import { sendReceipts } from '#/server/receipts/sending/send-receipts.ts'
import { sweepOrphans } from '#/server/receipts/orphans/sweep-orphans.ts'
import { watchReceipts } from '#/server/receipts/watch-receipts.ts'
import { aCrmOrder } from './orders.ts'
import { clientsOf, type KnownRegister } from './outside.ts'
import { bring } from './scripted-crm.ts'
import { startShop } from './shop.ts'
import { usualTimes } from './test-app.ts'

interface ShopOptions {
  registers?: string[]
  times?: Partial<Config['receipt_times']>
}

/** A shop and everything that happens to a receipt of it, as verbs. */
export async function startReceiptShop({ registers: names = ['Перша каса'], times = {} }: ShopOptions = {}) {
  const shop = await startShop({ registers: names, config: { receipt_times: { ...usualTimes, ...times } } })
  const { app, db, crm, carrier, fiscal, first, clock } = shop
  const ofFirst = { cash_register_id: first.id }

  /** An order of 1,200.00 whose parcel is on its way and is paid for on delivery. */
  async function anOrder({
    register = first,
    control = 120_000,
    order = {},
  }: { register?: KnownRegister; control?: number; order?: Partial<CrmOrder> } = {}) {
    const cod = { kind: 'payment_control', amount: control / 100 } as const
    const ttn = shop.aTtn({ owner_key: register.carrier_key, cod })
    const given = aCrmOrder({ ttn, ordered_at: clock.now().toISOString(), ...order })
    await bring(app, crm, [given])
    await shop.track()
    const { id } = await db.selectFrom('orders').select('id').where('ttn', '=', ttn).executeTakeFirstOrThrow()
    return { id, ttn }
  }

  /** A receipt that waits to be sent. */
  async function aReceipt(given: Parameters<typeof anOrder>[0] = {}, options: { batch_id?: string } = {}) {
    const { id: order_id, ttn } = await anOrder(given)
    return { id: await createReceipt(app, theSystem, order_id, options), ttn, order_id }
  }

  /** A receipt whose document waits to be paid for; `polled`: and was seen by a poll since. */
  async function aCreated({ polled = false } = {}) {
    const receipt = await aReceipt()
    await sendReceipts(app, ofFirst)
    if (polled) await pollReceipts(app)
    return { ...receipt, provider_id: (await row(receipt.id)).provider_id ?? '' }
  }

  async function aBatch(): Promise<string> {
    const id = newId()
    const batch = { id, created_at: clock.now().toISOString(), created_by: null, created_by_login: null, total: 0 }
    await db
      .insertInto('receipt_batches')
      .values({ ...batch, refused: '[]' })
      .execute()
    return id
  }

  const row = (id: string) => db.selectFrom('receipts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const events = async (id: string): Promise<string[]> =>
    (
      await db
        .selectFrom('receipt_events')
        .select(['event', 'to_state'])
        .where('receipt_id', '=', id)
        .orderBy('seq')
        .execute()
    ).map(({ event, to_state }) => `${event} → ${to_state}`)

  const calls = (operation: string, ttn = '') =>
    fiscal.log.entries().filter((entry) => entry.operation === operation && entry.body.includes(ttn))
  const creates = (ttn: string) => calls('create_ettn', ttn)

  const verbs = {
    send: () => sendReceipts(app, ofFirst),
    reconcile: () => reconcileReceipts(app, ofFirst),
    cancel: () => removeDocuments(app, ofFirst),
    watch: () => watchReceipts(app),
    /** As the worker does it: the watch finds what is due, its jobs do the rest. */
    watchFor: async (seconds: number, every = 15): Promise<void> => {
      for (let passed = 0; passed < seconds; passed += every) {
        await shop.pass(every)
        await watchReceipts(app)
        await app.jobs.runDue()
      }
    },
    poll: () => pollReceipts(app),
    sweep: () => sweepOrphans(app),
    wantCancelled: (id: string) => moveReceipt(app, id, { event: { type: 'cancel_asked' } }),
  }

  const doubled = new Set<string>()

  /** What must hold whatever happened: no send without its permit, the same bytes each time, one living document. */
  async function assertSound(): Promise<void> {
    const rows = await db.selectFrom('receipts').selectAll().execute()
    const broken = [...Map.groupBy(rows, ({ ttn }) => ttn)].flatMap(([ttn, ofTtn]) => {
      const advances = ofTtn.flatMap(({ id, kind }) => (kind === 'prepayment' ? calls('create_prepayment', id) : []))
      const sent = [...creates(ttn), ...calls('create_ettn_prepayment', ttn), ...advances]
        // A call with a stale token is refused at once, and may be repeated within the same permit.
        .filter(({ status }) => status !== 401)
      const permits = ofTtn.reduce((sum, { attempt }) => sum + attempt, 0)
      const isFrozen = (body: string) => ofTtn.some(({ request }) => request === body)
      if (sent.length > permits) return [`${ttn}: ${sent.length} creates with ${permits} permits`]
      if (!sent.every(({ body }) => isFrozen(body))) return [`${ttn}: what was sent is not what was frozen`]
      const hasTooMany = fiscal.documents.live(ttn).length > 1 && !doubled.has(ttn)
      return hasTooMany ? [`${ttn}: more than one living document`] : []
    })
    if (broken.length > 0) throw new Error(broken.join('\n'))
  }

  return {
    ...shop,
    ...verbs,
    aCheckbox: () => clientsOf({ carrier, fiscal }, clock),
    anOrder,
    aReceipt,
    aCreated,
    aBatch,
    row,
    events,
    creates,
    calls,
    assertSound,
    /** The test itself makes a second document of it. */
    allowDoubled: (ttn: string) => doubled.add(ttn),
    state: async (id: string) => (await row(id)).state,
    problem: async (id: string) => JSON.stringify((await row(id)).problem),
    later: shop.pass,
    /** The provider's pause and the pace of the register are of the database's clock. */
    pauseIsOver: () => db.updateTable('receipt_senders').set({ paused_until: null, troubles: 0 }).execute(),
    /** Its worker is long dead. */
    leaseIsOver: (id: string) =>
      db.updateTable('receipts').set({ lease_until: '2020-01-01T00:00:00.000Z' }).where('id', '=', id).execute(),
    /** The faults of the test before are over, what they opened is closed again, and its receipts are skipped. */
    calm: async () => {
      fiscal.faults.disarm()
      await fiscal.faults.release()
      await shop.pass(120)
      await db
        .updateTable('receipts')
        .set({ next_check_at: new Date(shop.now().getTime() + 29 * 3_600_000).toISOString() })
        .where('state', 'not in', ['fiscalized', 'cancelled', 'failed'])
        .execute()
      await db.updateTable('receipt_senders').set({ paused_until: null, troubles: 0 }).execute()
    },
  }
}
