import { sql, type RawBuilder } from 'kysely'
import { theSystem } from '#/server/audit/record-audit.ts'
import { importPayout } from '#/server/money/importing/import-payout.ts'
import { countMisjudged, judgeChanged } from '#/server/money/judging/judge-changed.ts'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import { toPayoutCsv } from '#/test/support/payout-csv.ts'
import { median, startBenchService, timed } from './support/bench-service.ts'
import { manyOrders } from './support/many-orders.ts'
import { rounds, sizes } from './support/options.ts'
import { addRegisters } from './support/registers.ts'

/** A year: so many orders, six in ten of them paid and transferred, in payout lists of a working day. */
const [orders = 100_000] = sizes
const lines = Math.round(orders * 0.6)
const payouts = 240
const linesOfOne = Math.round(lines / payouts)

const { app, owner, crm, token, url, close } = await startBenchService()

/** Orders by a sync, parcels and fiscal receipts past the carrier and the provider. */
async function fillShop(): Promise<void> {
  const [register = ''] = await addRegisters(app, [{ license_key: 'test-bench', pin: '1111' }])
  crm.orders = manyOrders(orders)
  await syncOrders(app)
  await sql`update settings set value = '"demo"' where key = 'mode'`.execute(owner).catch(() => undefined)
  for (const statement of [
    sql`alter table receipts disable trigger hold_receipt`,
    sql`create temporary table placed as select id, ttn, total, row_number() over (order by number) as place from orders`,
    sql`update parcels set status_code = 9, paid = true, cod_amount = placed.total, cod_kind = 'payment_control', own = true,
          cash_register_id = ${register}::uuid, received_at = timestamptz '2026-01-01 08:00:00Z' + make_interval(mins => placed.place::int * 5),
          paid_at = timestamptz '2026-01-01 08:00:00Z' + make_interval(mins => placed.place::int * 5)
        from placed where placed.id = parcels.order_id and placed.place <= ${lines}`,
    sql`insert into receipts (id, order_id, kind, document_kind, ttn, cash_register_id, is_test, amount, request, shown, state, provider_id,
          created_at, events, fiscalized_at)
        select gen_random_uuid(), id, 'ettn', 'ettn', ttn, ${register}::uuid, false, total, '', '{}', 'fiscalized', id::text,
          timestamptz '2026-01-01 06:00:00Z' + make_interval(mins => place::int * 5), 1,
          timestamptz '2026-01-01 08:10:00Z' + make_interval(mins => place::int * 5)
        from placed where place <= ${lines}`,
    sql`alter table receipts enable trigger hold_receipt`,
    sql`analyze`,
  ])
    await owner.connection().execute((connection) => statement.execute(connection))
}

const dayAt = (payout: number): string =>
  new Date(Date.UTC(2026, 0, 2) + Math.floor((payout * 365) / payouts) * 86_400_000).toISOString().slice(0, 10)

async function listFiles(): Promise<Uint8Array[]> {
  const { rows } = await sql<{ ttn: string; total: number }>`
    select ttn, total from orders order by number limit ${lines}`.execute(app.db)
  return Array.from({ length: payouts }, (_none, at) => {
    const transfers = rows
      .slice(at * linesOfOne, (at + 1) * linesOfOne)
      .map(({ ttn, total }) => ({ ttn, accepted: total, commission: Math.round(total / 200) }))
    const text = toPayoutCsv({
      number: String(1_000_000 + at),
      day: dayAt(at),
      payee: 'ФОП Вимір Олена',
      account: 'UA213223130000026007233566001',
      transfers,
    })
    return new TextEncoder().encode(text)
  })
}

/** The same rows into a table without indexes, judgements or an audit log. */
async function importPlainly(files: readonly Uint8Array[]): Promise<number> {
  await sql`create table plain_lines (ttn text, day date, accepted bigint, commission bigint, transferred bigint)`.execute(
    owner,
  )
  return timed(async () => {
    for (const file of files) {
      const rows = new TextDecoder()
        .decode(file)
        .split('\r\n')
        .filter((line) => line.includes('Безготівковий'))
        .map((line) => line.replaceAll('"', '').split(';'))
        .map((cells) => ({
          ttn: cells[7],
          day: (cells[1] ?? '').split('.').toReversed().join('-'),
          accepted: cells[2]?.replace(',', ''),
        }))
      await sql`
        insert into plain_lines select ttn, day, accepted, 0, accepted
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (ttn text, day date, accepted bigint)`.execute(
        owner,
      )
    }
  })
}

type Step = 'day' | 'month'

/** Sums of a table by stretch and by owner, as a person with a console would query them. */
const plain = (from: string, to: string, step: Step) => ({
  byTime: (table: string, at: string, columns: string, where = 'true') => sql`
    (select json_agg(found) from (
      select date_trunc(${sql.lit(step)}, ${sql.raw(at)} at time zone 'Europe/Kyiv') as start, ${sql.raw(columns)} from ${sql.raw(table)}
      where ${sql.raw(at)} >= ${from}::timestamptz and ${sql.raw(at)} < ${to}::timestamptz and ${sql.raw(where)} group by 1, 2) found)`,
  byDay: (table: string, at: string, columns: string) => sql`
    (select json_agg(found) from (
      select date_trunc(${sql.lit(step)}, ${sql.raw(at)}::timestamp) as start, ${sql.raw(columns)} from ${sql.raw(table)}
      where ${sql.raw(at)} >= ${from}::date and ${sql.raw(at)} < ${to}::date group by 1, 2) found)`,
  waiting: sql`
    (select json_agg(found) from (
      select ends, cash_register_id, count(*), sum(amount)
      from generate_series(${from}::timestamptz, ${to}::timestamptz, ${sql.lit(`1 ${step}`)}) ends
      join receipts on created_at < ends and (fiscalized_at is null or fiscalized_at >= ends) and state not in ('cancelled', 'failed')
      group by 1, 2) found)`,
})

const ofReceipts = 'cash_register_id, count(*), sum(amount)'
const transfers = 'payout_lines join payouts on payouts.id = payout_lines.payout_id'
const ofTransfers =
  'payee_id, count(*), sum(payout_lines.accepted), sum(payout_lines.commission), sum(payout_lines.transferred)'

/** One question for each column of the page. */
function plainSummary(from: string, to: string, step: Step) {
  const { byTime, byDay, waiting } = plain(from, to, step)
  return sql`select
    ${byTime('receipts', 'created_at', ofReceipts)} as created,
    ${byTime('receipts', 'fiscalized_at', ofReceipts)} as fiscalized,
    ${byTime('receipts', 'returned_at', ofReceipts)} as returned,
    ${waiting} as waiting,
    ${byTime('orders join parcels on parcels.order_id = orders.id', 'taken_at', 'cash_register_id, count(*), sum(orders.cod_amount)', 'orders.paid')} as paid,
    ${byTime('orders join parcels on parcels.order_id = orders.id', 'status_since', 'cash_register_id, count(*), sum(orders.cod_amount)', `parcel_group = 'refused'`)} as refused,
    ${byDay(transfers, 'payout_lines.day', ofTransfers)} as transfers,
    ${byDay('parcel_payments', 'paid_on', `state || coalesce(cash_register_id::text, ''), count(*), sum(amount)`)} as states`
}

function plainAccountant(from: string, to: string) {
  const { byTime, byDay } = plain(from, to, 'day')
  return sql`select
    ${byTime('receipts', 'fiscalized_at', ofReceipts)} as fiscalized,
    ${byTime('receipts', 'returned_at', ofReceipts)} as returned,
    ${byDay(transfers, 'payout_lines.day', ofTransfers)} as transfers,
    (select json_agg(found) from (
      select payout_lines.day, payee_id, sum(payout_lines.accepted) from ${sql.raw(transfers)} join orders on orders.id = payout_lines.order_id
      where payout_lines.day >= ${from}::date and payout_lines.day < ${to}::date
        and (orders.taken_at at time zone 'Europe/Kyiv')::date < date_trunc('month', payout_lines.day::timestamp) group by 1, 2) found) as carried_over`
}

const ask = async (path: string): Promise<void> => {
  const answer = await fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

async function compare(what: string, path: string, sums: RawBuilder<unknown>): Promise<void> {
  const took: { page: number[]; plain: number[] } = { page: [], plain: [] }
  for (let round = 0; round <= rounds; round += 1) {
    const page = await timed(() => ask(path))
    const plain = await timed(() => sums.execute(owner))
    // The first of each warms up.
    if (round === 0) continue
    took.page.push(page)
    took.plain.push(plain)
  }
  const [page, bySql] = [median(took.page), median(took.plain)]
  console.log(
    `${what}: ${page.toFixed(0)} ms · plain SQL ${bySql.toFixed(0)} ms · ratio ${(page / bySql).toFixed(2)} (aim ≤ 1.50)`,
  )
}

try {
  await fillShop()
  const files = await listFiles()
  const plainly = await importPlainly(files)
  const imported = await timed(async () => {
    for (const [at, bytes] of files.entries())
      await importPayout(app, theSystem, { name: `Реєстр ${at}.csv`, bytes }, at === 0 ? { payee_id: 'new' } : {})
  })
  console.log(
    `${payouts} payout lists, ${lines} lines of ${orders} orders: read, imported and judged in ${(imported / 1000).toFixed(1)} s · the rows alone ${(plainly / 1000).toFixed(1)} s · ratio ${(imported / plainly).toFixed(1)}`,
  )
  await sql`analyze`.execute(owner)
  const changed = await timed(async () => {
    await sql`insert into orders_unjudged (order_id) select id from orders`.execute(owner)
    await judgeChanged(app)
  })
  console.log(
    `all ${orders} orders judged again: ${(changed / 1000).toFixed(1)} s · misjudged: ${await countMisjudged(app)}`,
  )
  await compare(
    'a month by days',
    '/reports/summary?from=2026-03-01&to=2026-03-31&step=day',
    plainSummary('2026-03-01', '2026-04-01', 'day'),
  )
  await compare(
    'a year by months',
    '/reports/summary?from=2026-01-01&to=2026-12-31&step=month',
    plainSummary('2026-01-01', '2027-01-01', 'month'),
  )
  await compare(
    'a month for the accountant',
    '/reports/accountant?from=2026-03-01&to=2026-03-31',
    plainAccountant('2026-03-01', '2026-04-01'),
  )
} finally {
  await close()
}
