import type { Answer, SimulatedRequest } from '../frame/operations.ts'
import type { EttnDocument } from './ettn-documents.ts'
import { toEttn } from './ettn-model.ts'
import { lookAtParcels } from './fiscalise.ts'
import type { Register } from './registers.ts'
import type { World } from './world.ts'

/** A bare array. No filter by TTN; what the query has besides is ignored. */
export const listEttn = async (
  world: World,
  register: Register,
  { query }: SimulatedRequest,
  cashierId: string,
): Promise<Answer> => {
  const { list_scope, list_lag_seconds, list_cap, deleted_ettn, naive_offset_minutes } = world.settings()
  const shown = world.documents
    .all()
    .filter(
      (document) =>
        (list_scope === 'all' || isShownTo(world, register, cashierId, document)) &&
        document.created_at + list_lag_seconds * 1000 <= world.now() &&
        (document.deleted_at === null || deleted_ettn === 'cancelled'),
    )
  await lookAtParcels(world, shown)
  const from = toInstant(query.get('date_from'), naive_offset_minutes) ?? -Infinity
  const to = toInstant(query.get('date_to'), naive_offset_minutes) ?? Infinity
  const [status, provider, phone] = [query.get('status'), query.get('provider'), query.get('phone_number')]
  const wanted = shown.filter(
    (document) =>
      document.created_at > from &&
      document.created_at < to &&
      (status === null || statusOf(document) === status) &&
      (provider === null || document.provider === provider) &&
      (phone === null || phonesOf(document).includes(phone)),
  )
  const offset = Number(query.get('offset') ?? 0)
  const limit = Math.min(Number(query.get('limit') ?? 25), list_cap ?? Infinity)
  const page = inItsOrder(wanted).slice(offset, offset + limit)
  return { status: 200, body: page.map((document) => toEttn(world, document)) }
}

/** No register sees the documents of another one; a setting decides whether a cashier sees those of another cashier. */
export const isShownTo = (world: World, register: Register, cashierId: string, document: EttnDocument): boolean =>
  document.cash_register_id === register.id &&
  (world.settings().document_scope === 'register' || document.cashier.id === cashierId)

const statusOf = ({ status, deleted_at }: EttnDocument) => (deleted_at === null ? status : 'CANCELLED')

const phonesOf = ({ recipient_phone, sender_phone, delivery_phone }: EttnDocument) => [
  recipient_phone,
  sender_phone,
  delivery_phone,
]

/** The order is not published, so this one is unusable on purpose: odd ones oldest first, then even ones newest first. */
const inItsOrder = (documents: readonly EttnDocument[]): EttnDocument[] => {
  const isOdd = ({ serial }: EttnDocument) => serial % 2 === 1
  return [...documents.filter(isOdd), ...documents.filter((document) => !isOdd(document)).toReversed()]
}

export const toInstant = (text: string | null, naiveOffsetMinutes: number): number | null => {
  if (text === null) return null
  const iso = text.replace(' ', 'T')
  const hasTime = iso.includes('T')
  if (/(?:Z|[+-]\d\d:?\d\d)$/.test(hasTime ? iso.slice(11) : '')) return Date.parse(iso)
  return Date.parse(`${iso}${hasTime ? '' : 'T00:00'}Z`) - naiveOffsetMinutes * 60_000
}
