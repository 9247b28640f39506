import { sql } from 'kysely'
import { afterAll, onTestFinished } from 'vitest'
import type { OrderList } from '#/contract/orders.ts'
import type { CrmDecision } from '#/contract/other-crm.ts'
import { createJsonRpcCrmClient } from '#/server/integrations/crm/jsonrpc-crm-client.ts'
import { startCrmSimulator } from '#/simulators/crm/crm-simulator.ts'
import { createHandClock } from '#/simulators/frame/clock.ts'
import type { ApiClient } from './api-client.ts'
import { noteSecret } from './evidence.ts'
import { loggedIn } from './people.ts'
import { startTestApp, type TestApp } from './test-app.ts'

const secret = 'canary-of-two-crms'
const hourMs = 3_600_000

/** What an operator sets: which CRM, and under which key. */
export interface CrmPlace {
  rpc_url: string
  key: string
}

/** A process of the service as it was started with one CRM in its settings. */
export interface Process {
  kasyr: TestApp
  admin: ApiClient
  cashier(): Promise<ApiClient>
  /** The list as this process shows it. Every look asks the CRM anew, if any does. */
  list(path?: string): Promise<OrderList>
  close(): Promise<void>
}

/** Two CRMs that number their orders alike, and one database that processes are started on, one after another or at once. */
export async function startTwoCrms() {
  noteSecret(secret)
  const world = createHandClock(Date.now())
  const clock = { now: () => new Date(world.now()) }
  const startCrm = async (key: string) => {
    const simulator = await startCrmSimulator({ clock: world, key, secret })
    return { ...simulator, key, host: new URL(simulator.rpc_url).host }
  }
  const [ours, theirs] = [await startCrm('key-of-our-shop'), await startCrm('key-of-their-shop')]
  const first = await startTestApp({ clock })
  afterAll(async () => {
    await first.close()
    await Promise.all([ours.close(), theirs.close()])
  })
  const { db } = first
  const { database_url, data_dir } = first.config

  /** It ends with its test. */
  async function started({ rpc_url, key }: CrmPlace, of_secret = secret): Promise<Process> {
    const crm = createJsonRpcCrmClient({ url: rpc_url, key, secret: of_secret, clock, timeoutMs: 30_000 })
    const kasyr = await startTestApp({ crm, clock, web: { sync_fresh_ms: 0 }, config: { database_url, data_dir } })
    let closed: Promise<void> | null = null
    const close = () => (closed ??= kasyr.close())
    onTestFinished(close)
    const admin = await loggedIn(kasyr, 'admin')
    const list = async (path = '/orders') => (await admin.get<OrderList>(path)).body
    return { kasyr, admin, cashier: () => loggedIn(kasyr), list, close }
  }
  const orders = () =>
    db
      .selectFrom('orders')
      .select(['id', 'crm_id', 'number', 'recipient_name', 'ttn', 'version'])
      .orderBy('source')
      .orderBy('crm_id')
      .execute()
  const decided = () =>
    db.selectFrom('audit_log').select(['id', 'actor_login', 'details']).where('action', '=', 'crm.decided').execute()
  let before_test: ReadonlySet<string> = new Set()

  return {
    ours,
    theirs,
    db,
    settings: { database_url: database_url ?? '', data_dir },
    secret,
    pass: world.advance,
    now: () => new Date(world.now()).toISOString(),
    started,
    /** The operator changes the settings and starts anew. */
    restarted: async (before: Process, settings: CrmPlace): Promise<Process> => {
      await before.close()
      return started(settings)
    },
    /** Changed so long ago that only a run over everything brings it. */
    anOldOrder: (id: number, whose: string, changes: object = {}) => {
      const created_at = new Date(world.now() - 100 * hourMs).toISOString()
      const usual = { id, number: `${whose}-${id}`, created_at, updated_at: created_at, total: '10.00', goods: [] }
      return { ...usual, recipient: { name: whose }, ...changes }
    },
    orders,
    names: async () => (await orders()).map(({ crm_id, recipient_name }) => `${crm_id} ${recipient_name}`),
    /** What an admin answers to what this list asks. */
    decide: ({ admin }: Pick<Process, 'admin'>, { sync }: Pick<OrderList, 'sync'>, wish: Partial<CrmDecision>) =>
      admin.post('/crm/decision', {
        present: sync.other_crm?.present.fingerprint,
        before: sync.other_crm?.before.fingerprint,
        ...wish,
      }),
    /** Of this test: the audit log keeps those of others. */
    decisions: async () =>
      (await decided()).filter(({ id }) => !before_test.has(id)).map(({ id: _id, ...entry }) => entry),
    /** As on the first day. */
    forget: async () => {
      before_test = new Set((await decided()).map(({ id }) => id))
      for (const crm of [ours, theirs]) crm.orders.clear()
      for (const table of ['orders', 'crm_unreadable', 'crm_sync'])
        await sql`delete from ${sql.table(table)}`.execute(db)
      await sql`delete from order_sources where id > 1`.execute(db)
      await sql`
        update order_sources set crm_fingerprint = null, crm_host = null, decided = null, decided_against = null`.execute(
        db,
      )
    },
  }
}
