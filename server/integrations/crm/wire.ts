import { createHash } from 'node:crypto'
import type { CrmOrder } from '../crm-order.ts'
import type { CrmPage, PageRequest, UnreadableOrder } from './crm-client.ts'
import { decodeName, decodeOrder, toList, Undecodable } from './decode-order.ts'
import { valueAt } from './json-pointer.ts'
import type { CrmMapping } from './mapping.ts'
import type { RpcRequest } from './signing.ts'

export function toRpc(request: PageRequest, id: number, { method, params }: CrmMapping): RpcRequest {
  const position =
    params.page !== null
      ? { [params.page]: request.offset + 1 }
      : params.offset !== null && { [params.offset]: request.offset }
  return {
    jsonrpc: '2.0',
    id,
    method,
    params: {
      ...params.fixed,
      [params.updated_from]: request.updated_from,
      [params.limit]: request.limit,
      ...position,
    },
  }
}

/**
 * The page in our words, or what is wrong with it. An order that cannot be understood is listed beside the others: nothing of
 * it is guessed. A page in which no order has even an id is another protocol, and so is an id that comes twice.
 */
export function fromResult(result: unknown, mapping: CrmMapping): CrmPage | { problem: string } {
  let place = 'сторінка'
  try {
    if (typeof result !== 'object' || result === null) throw new Undecodable('result', 'очікували об’єкт')
    const given = valueAt(result, mapping.result.orders)
    // Nothing at all is another protocol; an empty list is a shop without orders.
    if (given === undefined || given === null) throw new Undecodable('orders', 'немає')
    const page: CrmPage = { orders: [], unreadable: [], total: toCount(result, mapping.result.total) }
    const rows = toList(given, 'orders')
    for (const [index, row] of rows.entries()) {
      const order = decode(row, index, mapping)
      if ('place' in order) page.unreadable.push(order)
      else page.orders.push(order)
    }
    const [first] = page.unreadable
    if (first !== undefined && page.orders.length === 0 && page.unreadable.every(({ crm_id }) => crm_id === null)) {
      place = `замовлення № ${first.place + 1} на сторінці`
      throw new Undecodable(first.field, first.detail)
    }
    const twice = firstRepeated([...page.orders, ...page.unreadable].flatMap(({ crm_id }) => crm_id ?? []))
    if (twice !== null) throw new Undecodable('crm_id', `${twice} стоїть двічі`)
    return page
  } catch (error) {
    if (error instanceof Undecodable) return { problem: `${place}, ${error.message}` }
    throw error
  }
}

function decode(row: unknown, place: number, mapping: CrmMapping): CrmOrder | UnreadableOrder {
  try {
    return decodeOrder(row, mapping)
  } catch (error) {
    if (!(error instanceof Undecodable)) throw error
    const name = decodeName(row, mapping)
    // Without an id the content itself has to tell it apart from others.
    const key = name.crm_id ?? `? ${createHash('sha256').update(JSON.stringify(row)).digest('hex').slice(0, 32)}`
    return { key, ...name, field: error.field, detail: error.reason, place }
  }
}

function firstRepeated(ids: readonly string[]): string | null {
  const seen = new Set<string>()
  for (const id of ids) {
    if (seen.has(id)) return id
    seen.add(id)
  }
  return null
}

function toCount(result: unknown, pointer: string | null): number | null {
  const given = pointer === null ? null : (valueAt(result, pointer) ?? null)
  if (given === null) return null
  const count = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given
  if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0) return count
  throw new Undecodable('total', 'очікували ціле число')
}
