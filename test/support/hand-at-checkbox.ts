import type { Receipt } from '#/contract/receipts.ts'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { loggedIn } from './people.ts'
import type { startReceiptShop } from './receipts.ts'

type Shop = Awaited<ReturnType<typeof startReceiptShop>>
type ByHand = Partial<Parameters<Shop['fiscal']['documents']['createByHand']>[0]> & { seconds_ago?: number }

/** What a second person does in the cabinet of Checkbox, and what a cashier of the shop sees of it. */
export function aHandAt(shop: Shop) {
  const { fiscal, kasyr, db, first } = shop
  const ago = (seconds: number) => new Date(shop.now().getTime() - seconds * 1000).toISOString()

  return {
    ago,
    /** A document that the service did not make: of the whole order, at the first register, now, unless said otherwise. */
    made: (ttn: string, { seconds_ago = 0, ...changes }: ByHand = {}) =>
      fiscal.documents.createByHand({
        ttn,
        license_key: first.license_key,
        total_sum: 120_000,
        created_at: ago(seconds_ago),
        ...changes,
      }),
    /** Tokens are short-lived and the clock of the shop is moved by days: each call logs in anew. */
    person: () => loggedIn(kasyr),
    ask: async (path: string, body?: unknown) =>
      (await loggedIn(kasyr)).post<Receipt & { code?: string; detail?: string }>(path, body),
    incidents: (provider_id: string) =>
      db.selectFrom('receipt_incidents').selectAll().where('provider_id', '=', provider_id).orderBy('at').execute(),
    orphans: async () => (await (await loggedIn(kasyr)).get<ReceiptAlarms>('/receipts/alarms')).body.orphans,
    auditOf: async (subject_id: string) =>
      (
        await db
          .selectFrom('audit_log')
          .select(['action', 'actor_login', 'details'])
          .where('subject_id', '=', subject_id)
          .orderBy('id')
          .execute()
      ).map((entry) => entry),
    receiptsOf: (order_id: string) =>
      db.selectFrom('receipts').selectAll().where('order_id', '=', order_id).orderBy('created_at').execute(),
    /** Everything that makes something at Checkbox, for any TTN. */
    makingCalls: () =>
      [...shop.calls('create_ettn'), ...shop.calls('create_ettn_prepayment'), ...shop.calls('create_prepayment')]
        .length,
  }
}
