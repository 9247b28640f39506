import { z } from 'zod'
import '#/contract/validation-messages.ts'
import { usualCancelledStatuses } from './cancelled-statuses.ts'
import { isPointer } from './json-pointer.ts'
import { SigningOptions } from './signing.ts'

const Pointer = z.string().refine(isPointer, 'Очікується JSON-вказівник, наприклад /recipient/name.')

/** Where a field is: one place, the first place of several that is not empty, or several places read one after another. */
const Source = z.union([Pointer, z.array(Pointer).min(1), z.strictObject({ join: z.array(Pointer).min(1) })], {
  error: 'Очікується JSON-вказівник, список таких або {"join": […]}.',
})
export type Source = z.infer<typeof Source>

const Name = z.string().min(1)

/** How the CRM calls things. Everything left out is as in the default protocol (README.md). */
export const CrmMapping = z.strictObject({
  method: Name.default('GetOrders'),
  params: z
    .strictObject({
      updated_from: Name.default('updated_from'),
      limit: Name.default('limit'),
      /** null, and no `page` either: the CRM has no pages and gives all orders at once. */
      offset: Name.nullable().default('offset'),
      /** For CRMs that count pages, from 1, instead of orders: sent in place of the offset. */
      page: Name.nullable().default(null),
      /** Sent along as they are, for example a filter that leaves deleted orders out. */
      fixed: z.record(Name, z.json()).default({}),
    })
    .prefault({}),
  result: z
    .strictObject({ orders: Pointer.default('/orders'), total: Pointer.nullable().default('/total') })
    .prefault({}),
  order: z
    .strictObject({
      crm_id: Source.default('/id'),
      number: Source.default(['/number', '/id']),
      ordered_at: Source.default('/created_at'),
      updated_at: Source.default('/updated_at'),
      status: Source.default('/status'),
      recipient_name: Source.default('/recipient/name'),
      recipient_phone: Source.default('/recipient/phone'),
      ttn: Source.default('/ttn'),
      notes: Source.default('/comment'),
      total: Source.default('/total'),
      goods: Source.default('/goods'),
    })
    .prefault({}),
  /** Within one line of goods. */
  goods: z
    .strictObject({
      code: Source.default('/sku'),
      name: Source.default(['/name', '/sku']),
      price: Source.default('/price'),
      quantity: Source.default('/quantity'),
      discount: Source.default('/discount'),
    })
    .prefault({}),
  /** Statuses of a cancelled order, in place of the usual words; compared without case. */
  cancelled: z.array(z.union([Name, z.number()])).default(usualCancelledStatuses),
  signing: SigningOptions.prefault({}),
})
export type CrmMapping = z.infer<typeof CrmMapping>

export const defaultMapping: CrmMapping = CrmMapping.parse({})

export const pagingOf = ({ params }: CrmMapping): 'orders' | 'pages' | 'none' =>
  params.page !== null ? 'pages' : params.offset !== null ? 'orders' : 'none'

/** The text of the mapping file, or what is wrong with it, in words for its author. */
export function parseMapping(text: string): CrmMapping | { problem: string } {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { problem: 'файл не є JSON' }
  }
  const parsed = CrmMapping.safeParse(json)
  if (parsed.success) return parsed.data
  const places = parsed.error.issues.map((issue) => {
    const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys.join(', ')] : issue.path
    return `${path.join('.') || 'файл'}: ${issue.message}`
  })
  return { problem: places.join('; ') }
}
