import { z } from 'zod'
import { Kopiykas, Quantity } from '#/contract/common.ts'
import { lineSum } from '#/contract/money.ts'
import type { Goods } from '#/contract/orders.ts'
import { toUnits } from '../decimal.ts'
import { toInstant } from '../kyiv-time.ts'
import { toPhone } from '../phone.ts'
import { toTtn } from '../ttn.ts'
import type { CrmOrder } from '../crm-order.ts'
import { valueAt } from './json-pointer.ts'
import type { CrmMapping, Source } from './mapping.ts'

/** Why one field cannot be understood; caught where a page is decoded. */
export class Undecodable extends Error {
  readonly field: string
  readonly reason: string
  constructor(field: string, reason: string) {
    super(`поле ${field}: ${reason}`)
    this.field = field
    this.reason = reason
  }
}

/** Longer texts are no order of a shop; cutting them silently would hide that from the person who can correct it. */
const longest = {
  crm_id: 100,
  number: 100,
  status: 100,
  recipient_name: 300,
  recipient_phone: 100,
  ttn: 50,
  notes: 10_000,
}
const longestGoods = { code: 100, name: 500 }
const mostGoods = 1000

export function decodeOrder(given: unknown, mapping: CrmMapping): CrmOrder {
  if (!isRecord(given)) throw new Undecodable('order', 'очікували об’єкт')
  const at = (field: keyof CrmMapping['order']) => find(given, mapping.order[field])
  const text = (field: keyof typeof longest) => toText(at(field), field, longest[field])
  const goods = toList(at('goods'), 'goods').map((line, index) => decodeGoods(line, `goods/${index}`, mapping))
  if (goods.length > mostGoods) throw new Undecodable('goods', `понад ${mostGoods} позицій`)
  const updated = at('updated_at')
  const phone = at('recipient_phone')
  return {
    crm_id: filled(text('crm_id'), 'crm_id'),
    number: filled(text('number'), 'number'),
    ordered_at: toTime(at('ordered_at'), 'ordered_at'),
    updated_at: isEmpty(updated) ? null : toTime(updated, 'updated_at'),
    status: text('status'),
    recipient: {
      name: text('recipient_name'),
      phone: toText(toPhone(phone), 'recipient_phone', longest.recipient_phone),
    },
    ttn: toTtn(text('ttn')),
    notes: text('notes'),
    goods,
    total: toTotal(at('total'), goods),
  }
}

/** What can be read of an order that cannot be read as a whole. */
export function decodeName(
  given: unknown,
  { order }: CrmMapping,
): { crm_id: string | null; number: string | null; updated_at: string | null } {
  const text = (field: 'crm_id' | 'number'): string | null =>
    ifReadable(() => toText(find(given, order[field]), field, longest[field])) || null
  const updated_at = ifReadable(() => toTime(find(given, order.updated_at), 'updated_at'))
  return { crm_id: text('crm_id'), number: text('number'), updated_at }
}

function ifReadable(read: () => string): string | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof Undecodable) return null
    throw error
  }
}

function decodeGoods(given: unknown, place: string, mapping: CrmMapping): Goods {
  if (!isRecord(given)) throw new Undecodable(place, 'очікували об’єкт')
  const at = (field: keyof CrmMapping['goods']) => find(given, mapping.goods[field])
  const discount = at('discount')
  return {
    code: toText(at('code'), `${place}/code`, longestGoods.code),
    name: filled(toText(at('name'), `${place}/name`, longestGoods.name), `${place}/name`),
    price: toMoney(at('price'), `${place}/price`),
    quantity: toQuantity(at('quantity'), `${place}/quantity`),
    discount: isEmpty(discount) ? 0 : toMoney(discount, `${place}/discount`),
  }
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

function find(document: unknown, source: Source): unknown {
  if (typeof source === 'string') return valueAt(document, source)
  if (Array.isArray(source)) return source.map((place) => valueAt(document, place)).find((value) => !isEmpty(value))
  const parts = source.join.map((place) => valueAt(document, place)).filter((value) => !isEmpty(value))
  // A part that is no text is passed on as it is, so that it is refused like a whole field would be.
  return parts.find((part) => typeof part === 'object') ?? parts.map((part) => String(part).trim()).join(' ')
}

/** PHP makes an object of an array whose keys have a gap, and an empty array of an empty object. */
export function toList(value: unknown, field: string): unknown[] {
  if (isEmpty(value)) return []
  if (Array.isArray(value)) return value
  if (isRecord(value) && Object.keys(value).every((key) => /^\d+$/.test(key))) return Object.values(value)
  throw new Undecodable(field, 'очікували список')
}

/**
 * PostgreSQL takes no NUL and UTF-8 no half of a surrogate pair: both become the replacement character, which shows
 * that something was there. All else, markup and direction marks included, is kept: the code that shows it escapes it.
 */
function toText(value: unknown, field: string, max: number): string {
  if (isEmpty(value)) return ''
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new Undecodable(field, 'число не можна прочитати точно; надсилайте його рядком')
  if (typeof value !== 'string' && typeof value !== 'number') throw new Undecodable(field, 'очікували текст')
  const text = String(value).toWellFormed().replaceAll('\0', '\u{fffd}').trim()
  if (text.length > max) throw new Undecodable(field, `понад ${max} символів`)
  return text
}

function filled(text: string, field: string): string {
  if (text === '') throw new Undecodable(field, 'порожнє')
  return text
}

/**
 * In the hour that comes twice in October the earlier one, whenever the order is read. Its date is compared with the one it was stored
 * with, and another reading would be a change that the CRM never made; from the time of its change the next run goes on, and one that is too
 * early only brings again what is known.
 */
function toTime(value: unknown, field: string): string {
  const instant = toInstant(value)
  if (instant === null) throw new Undecodable(field, 'не час')
  return instant
}

function toMoney(value: unknown, field: string): number {
  const { data } = Kopiykas.safeParse(toUnits(value, 2))
  if (data === undefined)
    throw new Undecodable(field, isNegative(value) ? 'сума менша за нуль' : 'не сума в гривнях із цілими копійками')
  return data
}

const isNegative = (value: unknown): boolean =>
  typeof value === 'number' ? value < 0 : typeof value === 'string' && /^\s*[-−–]\s*\d/.test(value)

function toQuantity(value: unknown, field: string): number {
  const { data } = Quantity.safeParse(toUnits(value, 3))
  if (data === undefined) throw new Undecodable(field, 'не кількість (більша за 0, до тисячних)')
  return data
}

function toTotal(value: unknown, goods: readonly Goods[]): number {
  if (!isEmpty(value)) return toMoney(value, 'total')
  const { data } = z
    .int()
    .min(0)
    .safeParse(goods.reduce((sum, line) => sum + lineSum(line), 0))
  if (data === undefined) throw new Undecodable('total', 'немає, а сума товарів від’ємна')
  return data
}
