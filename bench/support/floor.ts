import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Pool } from 'pg'

/** The least one can do: bare node:http, the same driver, plain SQL, JSON.stringify. No session, no checks. */
export async function startFloor(pool: Pool): Promise<{ url: string; server: Server }> {
  const columns = `o.id, o.crm_id, o.number, o.ordered_at, o.tab, o.recipient_name, o.recipient_phone, o.ttn, o.notes, o.goods, o.total,
    o.edited_at, o.crm_changed, o.version, p.status_code, p.status_text, p.own, p.cod_amount, p.cod_kind, p.paid, p.checked_at, p.received_at`
  const list = `select ${columns} from orders o left join parcels p on p.order_id = o.id where o.deleted_at is null`
  // A search tells how many hits each tab has: whoever answers the same asks for both.
  const search = (condition: string) =>
    `${list} and o.tab = 'no_receipt' and ${condition} order by o.ordered_at desc, o.id desc limit 51;
     select o.tab, count(*) from orders o where o.deleted_at is null and ${condition} group by o.tab`
  const queries: Record<string, string> = {
    list: `${list} and o.tab = 'no_receipt' order by o.ordered_at desc, o.id desc limit 51`,
    last: `${list} and o.tab = 'no_receipt' and (o.ordered_at, o.id) < ('2026-01-01T00:51:00Z', 'ffffffff-ffff-ffff-ffff-ffffffffffff') order by o.ordered_at desc, o.id desc limit 51`,
    counts: `select name, sum(amount) as amount from order_tallies group by name`,
    name: search(`o.search_key like '%BONDARENKO%' and o.search_key like '%157%'`),
    digits: search(
      `(reverse(o.ttn) like '9274%' or reverse(o.recipient_phone) like '9274%' or reverse(o.number) like '9274%')`,
    ),
    goods: search(`o.search_key like '%TERMOS%' and o.search_key like '%sku 42%'`),
  }
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1)
    pool.query(queries[name] ?? 'select 1', (error, result) => {
      response.statusCode = error ? 500 : 200
      response.setHeader('content-type', 'application/json')
      const [page, counts] = error ? [] : [result].flat()
      const items = page?.rows.map(name === 'counts' ? (row: unknown) => row : toOrder)
      response.end(JSON.stringify({ items, counts: counts?.rows }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, server }
}

function toOrder(row: Record<string, unknown>): unknown {
  const {
    recipient_name,
    recipient_phone,
    status_code,
    status_text,
    own,
    cod_amount,
    cod_kind,
    paid,
    checked_at,
    received_at,
    ...order
  } = row
  return {
    ...order,
    recipient: { name: recipient_name, phone: recipient_phone },
    parcel: {
      status_code,
      status_text,
      group: null,
      own,
      cod_amount,
      cod_kind,
      paid,
      checked_at,
      received_at,
      final: false,
    },
    cash_register: null,
    receipt: null,
  }
}
