import type { CrmPage, PageRequest } from './crm-client.ts'
import { decodeOrder, toList, Undecodable } from './decode-order.ts'
import { valueAt } from './json-pointer.ts'
import type { CrmMapping } from './mapping.ts'
import type { RpcRequest } from './signing.ts'

export function toRpc(request: PageRequest, id: number, { method, params }: CrmMapping): RpcRequest {
  const position = params.page === null ? request.offset : Math.floor(request.offset / request.limit) + 1
  return {
    jsonrpc: '2.0',
    id,
    method,
    params: {
      ...params.fixed,
      [params.updated_from]: request.updated_from,
      [params.limit]: request.limit,
      [params.page ?? params.offset]: position,
    },
  }
}

/** The page in our words, or what is wrong with it. One order that cannot be understood spoils the page: nothing is guessed. */
export function fromResult(result: unknown, mapping: CrmMapping): CrmPage | { problem: string } {
  let place = 'сторінка'
  try {
    if (typeof result !== 'object' || result === null) throw new Undecodable('result', 'очікували об’єкт')
    const given = valueAt(result, mapping.result.orders)
    // Nothing at all is another protocol; an empty list is a shop without orders.
    if (given === undefined || given === null) throw new Undecodable('orders', 'немає')
    const orders = toList(given, 'orders').map((order, index) => {
      place = nameOf(order, index, mapping)
      return decodeOrder(order, mapping)
    })
    place = 'сторінка'
    const twice = firstRepeated(orders.map(({ crm_id }) => crm_id))
    if (twice !== null) throw new Undecodable('crm_id', `${twice} стоїть двічі`)
    return { orders, total: toCount(result, mapping.result.total) }
  } catch (error) {
    if (error instanceof Undecodable) return { problem: `${place}, ${error.message}` }
    throw error
  }
}

/** By its id where it has one, so that it can be found in the CRM; else by its place in the page, from 1. */
function nameOf(order: unknown, index: number, { order: { crm_id } }: CrmMapping): string {
  const id = typeof crm_id === 'string' ? valueAt(order, crm_id) : undefined
  const readable = typeof id === 'number' || (typeof id === 'string' && /^[\w.:-]{1,40}$/.test(id))
  return readable ? `замовлення ${id}` : `замовлення № ${index + 1} на сторінці`
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
