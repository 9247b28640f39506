import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import type { startFiscalSimulator } from '#/simulators/fiscal/fiscal-simulator.ts'
import type { ReceiptState } from '#/contract/receipt-states.ts'

export type Checkbox = Awaited<ReturnType<typeof startFiscalSimulator>>

/** Everything both sides say of receipts, as it is: ours from the tables, theirs from the simulator and its log. */
export interface ReceiptFactsOfAll {
  receipts: ReceiptFact[]
  events: Map<string, EventFact[]>
  audit: Map<string, AuditFact[]>
  orders: Map<string, OrderFact>
  /** Documents that were shown to people. */
  told: Set<string>
  documents: ReturnType<Checkbox['documents']['all']>
  fiscal_receipts: Map<string, FiscalFact>
  creates: CreateFact[]
  deletes: { id: string; at: number }[]
}

interface ReceiptFact {
  id: string
  order_id: string
  kind: 'ettn' | 'prepayment'
  ttn: string
  amount: number
  prepayment_id: string | null
  request: string
  shown: { goods: unknown; total: number }
  state: ReceiptState
  attempt: number
  voided: number
  cancel_wanted: boolean
  provider_id: string | null
  fiscal_code: string | null
  unknown_since: string | null
  events: number
  /** By the database's clock, which gave the lease: how long ago it ended; null: there is none, or it has not. */
  lease_over_seconds: number | null
}

interface EventFact {
  receipt_id: string
  seq: number
  at: string
  event: string
  from_state: ReceiptState | null
  to_state: ReceiptState
}

interface AuditFact {
  subject_id: string
  action: string
  details: { from?: string; to?: string }
}

interface OrderFact {
  id: string
  ttn: string | null
  goods: unknown
  total: number
}

interface FiscalFact {
  id: string
  status: string
  total_sum: number
  fiscal_code: string | null
}

/** One creation as Checkbox heard it. */
export interface CreateFact {
  /** Of an ETTN its TTN, of a prepayment our id. */
  of: string
  kind: 'ettn' | 'prepayment'
  body: string
  at: number
  status: number | null
  effects: number[]
  pending: boolean
  has_fault: boolean
}

const idText = z.string()
const Fiscal = z.object({ id: idText, status: z.string(), total_sum: z.int(), fiscal_code: z.string().nullable() })
const EttnBody = z.object({ receipt_body: z.object({ payments: z.tuple([z.object({ ettn: z.string() })]) }) })
const PrepaymentBody = z.object({ id: idText })

export async function readReceiptFacts(db: Db | Tx, checkboxes: readonly Checkbox[]): Promise<ReceiptFactsOfAll> {
  const receipts = await sql<ReceiptFact>`
    select id, order_id, kind, ttn, amount, prepayment_id, request, shown, state, attempt, voided, cancel_wanted, provider_id,
      fiscal_code, unknown_since, events, nullif(greatest(0, extract(epoch from clock_timestamp() - lease_until)), 0)::float8 as lease_over_seconds
    from receipts order by created_at, id`.execute(db)
  const events = await sql<EventFact>`
    select receipt_id, seq, at, event, from_state, to_state from receipt_events order by receipt_id, seq`.execute(db)
  const audit = await sql<AuditFact>`
    select subject_id, action, details from audit_log where subject_type = 'receipt' order by id`.execute(db)
  const orders = await sql<OrderFact>`select id, ttn, goods, total from orders`.execute(db)
  const told = await sql<{ provider_id: string }>`
    select provider_id from receipt_incidents where provider_id is not null`.execute(db)
  const entries = checkboxes.flatMap(({ log }) => log.entries())
  const fiscal = checkboxes.flatMap(({ documents }) => z.array(Fiscal).parse(documents.receipts()))
  return {
    receipts: receipts.rows,
    events: Map.groupBy(events.rows, ({ receipt_id }) => receipt_id),
    audit: Map.groupBy(audit.rows, ({ subject_id }) => subject_id),
    orders: new Map(orders.rows.map((order) => [order.id, order])),
    told: new Set(told.rows.map(({ provider_id }) => provider_id)),
    documents: checkboxes.flatMap(({ documents }) => documents.all()),
    fiscal_receipts: new Map(fiscal.map((receipt) => [receipt.id, receipt])),
    creates: entries.flatMap(toCreate),
    deletes: entries.flatMap(toDelete),
  }
}

type Entry = ReturnType<Checkbox['log']['entries']>[number]

function toCreate(entry: Entry): CreateFact[] {
  const kind = entry.operation === 'create_prepayment' ? 'prepayment' : 'ettn'
  const isCreate = kind === 'prepayment' || (entry.operation ?? '').startsWith('create_ettn')
  if (!isCreate) return []
  const json: unknown = JSON.parse(entry.body)
  const of = kind === 'prepayment' ? PrepaymentBody.parse(json).id : EttnBody.parse(json).receipt_body.payments[0].ettn
  const { body, status, effect_pending: pending } = entry
  const effects = entry.effects_at.map((at) => Date.parse(at))
  return [{ of, kind, body, at: Date.parse(entry.at), status, effects, pending, has_fault: entry.faults.length > 0 }]
}

function toDelete({ operation, target, at }: Entry): { id: string; at: number }[] {
  if (operation !== 'delete_ettn' && operation !== 'delete_ettn_prepayment') return []
  return [{ id: new URL(target, 'http://checkbox').pathname.split('/').at(-1) ?? '', at: Date.parse(at) }]
}
