import { crmOrders, isLiving } from '../truth.ts'
import type { World } from '../world.ts'
import { actionsOf, between, more, pick, pickLate, type Action, type Lots } from './action.ts'

const byProvider = actionsOf('provider')

const documentsIn = ({ outside }: World) => outside.fiscal.documents.all()
type Document = ReturnType<typeof documentsIn>[number]
type Register = World['registers'][number]

/** Faults of one call; Checkbox may have carried it out all the same. Late effects come within the time that the service allows. */
const lost = [
  { kind: 'reset_before_answer', effect: true },
  { kind: 'reset_before_answer', effect: false },
  { kind: 'reset_mid_answer' },
  { kind: 'status', status: 502, effect: true },
  { kind: 'status', status: 500, effect: false },
  { kind: 'junk', effect: true },
  { kind: 'null_body', effect: true },
  { kind: 'truncated_body' },
  { kind: 'late_effect', delay_ms: 45_000 },
  { kind: 'late_effect', delay_ms: 400_000, meanwhile: 'gateway_timeout' },
  { kind: 'html', status: 403 },
  { kind: 'too_many_requests', retry_after: 5 },
  { kind: 'unauthorized' },
  { kind: 'no_content', effect: true },
] as const

const operations = [
  ...Array<string>(4).fill('create_ettn'),
  'list_ettn',
  'get_ettn',
  'delete_ettn',
  'delete_ettn_prepayment',
  'sign_in',
  'create_prepayment',
  'create_ettn_prepayment',
  'search_prepayments',
  'get_prepayment_chain',
  'get_receipt',
  'fiscalize_manually',
]

const toDocument = (
  name: string,
  weight: number,
  only: (document: Document) => boolean,
  act: (world: World, document: Document, lots: Lots) => string,
): Action =>
  byProvider(name, weight, (world, lots) => {
    const document = pickLate(documentsIn(world).filter(only), lots[0])
    return document === undefined ? null : act(world, document, lots)
  })

const isFiscal = ({ status, deleted }: Document): boolean => !deleted && status.startsWith('DONE')
const waits = ({ status, deleted }: Document): boolean => !deleted && status === 'CREATED'

const toRegister = (
  name: string,
  weight: number,
  act: (world: World, register: Register, lots: Lots) => string | null,
): Action =>
  byProvider(name, weight, (world, lots) => {
    const register = pick(world.registers, lots[0])
    return register === undefined ? null : act(world, register, lots)
  })

const change = ({ outside }: World, { license_key }: Register, changes: object): void =>
  void outside.fiscal.registers.change(license_key, changes)

/** A colleague makes a document in the cabinet, for whichever parcel, at whichever till; also one that this program does not know. */
function makeByHand(world: World, [a, b, c]: Lots, status: string): string | null {
  const ttn = pickLate(world.ttns, a)
  const parcel = ttn === undefined ? undefined : world.outside.carrier.parcels.find(ttn)
  const till = pick([...world.registers, ...(more(c) < 0.1 ? [world.foreign_till] : [])], b)
  if (ttn === undefined || till === undefined || parcel === undefined) return null
  if (documentsIn(world).some((document) => document.ttn === ttn && isLiving(document))) return null
  const sum = Math.round(parcel.cod.amount * 100) || 45_000
  const total_sum = c < 0.85 ? sum : sum + 1_000
  const { license_key } = till
  const { id } = world.outside.fiscal.documents.createByHand({ ttn, license_key, total_sum, status })
  return `a colleague makes the document ${id} (${status}, ${total_sum}) for ${ttn} at ${till.name}`
}

export const providerActions: readonly Action[] = [
  byProvider('an answer of Checkbox is lost', 5, ({ outside }, [a, b, c]) => {
    const operation = pick(operations, a) ?? '*'
    const fault = pick(lost, b)
    if (fault === undefined) return null
    const times = between(1, 3, c * c)
    outside.fiscal.faults.arm({ operation, fault, times })
    return `the next ${times} ${operation} meet ${fault.kind}${'effect' in fault && fault.effect ? ' after the effect' : ''}`
  }),
  byProvider('Checkbox is out of order', 1, ({ outside }, [a, b]) => {
    const fault = pick(
      [{ kind: 'status', status: 503 }, { kind: 'html', status: 502 }, { kind: 'reset_before_answer' }] as const,
      a,
    )
    if (fault === undefined) return null
    outside.fiscal.faults.arm({ operation: '*', fault, times: between(3, 40, b) })
    return `Checkbox fails (${fault.kind})`
  }),
  byProvider('the list of Checkbox cannot be read', 1, ({ outside }, [a, b]) => {
    const body = pick([{ message: 'Невідома помилка' }, [{ status: 'CREATED' }]] as const, a)
    const status = a < 0.5 ? 400 : 200
    outside.fiscal.faults.arm({
      operation: 'list_ettn',
      fault: { kind: 'status', status, body },
      times: between(5, 60, b),
    })
    return `the list of Checkbox is ${status} ${JSON.stringify(body)} for a while`
  }),
  byProvider('a colleague makes a document by hand', 5, (world, lots) => makeByHand(world, lots, 'CREATED')),
  byProvider('a colleague makes a fiscal document by hand', 2, (world, lots) => makeByHand(world, lots, 'DONE')),
  toDocument('a colleague removes a document', 2, waits, ({ outside }, { id, ttn }) => {
    outside.fiscal.documents.deleteByHand(id)
    return `a colleague removes the document ${id} of ${ttn}`
  }),
  toDocument('a colleague makes a document fiscal', 1, waits, ({ outside }, { id, ttn }) => {
    outside.fiscal.documents.pay(id)
    return `a colleague makes the document ${id} of ${ttn} fiscal`
  }),
  toDocument('a fiscal receipt is returned', 2, isFiscal, ({ outside }, { id, ttn }) => {
    outside.fiscal.documents.setStatus(id, 'RETURNED')
    return `the receipt of ${ttn} is returned`
  }),
  toDocument('Checkbox has a new status', 1, waits, ({ outside }, { id, ttn }, [, b]) => {
    const status = b < 0.5 ? 'ON_HOLD' : 'CREATED'
    outside.fiscal.documents.setStatus(id, status)
    return `the document of ${ttn} is ${status}`
  }),
  byProvider('an advance is given back', 1, ({ outside }, [a]) => {
    const chain = pickLate(outside.fiscal.documents.chains(), a)
    if (chain === undefined) return null
    outside.fiscal.documents.returnAdvance(chain.relation_id)
    return `the advance ${chain.relation_id} is given back`
  }),
  byProvider('a colleague takes an advance by hand', 1, (world, [a, b]) => {
    const order = pickLate(crmOrders(world), a)
    const register = pick(world.registers, b)
    if (order === undefined || register === undefined) return null
    const total_sum = Math.round(Number(order.total) * 100)
    const relation_id = `UA-${order.id}-hand${world.outside.fiscal.documents.chains().length}`
    const { license_key } = register
    world.outside.fiscal.documents.prepayByHand({
      license_key,
      relation_id,
      total_sum,
      paid_sum: Math.round(total_sum / 4),
    })
    return `a colleague takes the advance ${relation_id} at ${register.name}`
  }),
  byProvider('fiscal receipts end as ERROR', 1, ({ outside }, [a]) => {
    const receipt_error = a < 0.4 ? 'Помилка сервера ДПС' : null
    outside.fiscal.set({ receipt_error })
    return receipt_error === null ? 'fiscal receipts succeed' : 'fiscal receipts end as ERROR'
  }),
  byProvider('paid documents end as ERROR', 1, ({ outside }, [a]) => {
    const fiscalised_as = a < 0.4 ? 'RECEIPT_ERROR' : a < 0.6 ? 'DONE_WITHOUT_SMS' : 'DONE'
    outside.fiscal.set({ fiscalised_as })
    return `a paid document becomes ${fiscalised_as}`
  }),
  byProvider('fiscal codes come late or never', 1, ({ outside }, [a]) => {
    const receipt_seconds = pick([2, 2, 3_600, 40 * 86_400], a) ?? 2
    outside.fiscal.set({ receipt_seconds })
    return `a fiscal code comes after ${receipt_seconds} s`
  }),
  byProvider('receipts are made offline', 1, ({ outside }, [a]) => {
    const made_offline = a < 0.5
    outside.fiscal.set({ made_offline })
    return `receipts are made ${made_offline ? 'offline, and stay there' : 'online'}`
  }),
  byProvider('Checkbox shows documents otherwise', 1, ({ outside }, [a, b, c]) => {
    const document_scope = a < 0.5 ? 'cashier' : 'register'
    const deleted_ettn = b < 0.5 ? 'cancelled' : 'not_found'
    const list_scope = b > 0.8 ? 'all' : 'register'
    const list_lag_seconds = a > 0.7 ? 20 : 0
    const status_case = pick(['upper', 'lower', 'mixed'] as const, c) ?? 'upper'
    const list_cap = more(c) < 0.3 ? 3 : null
    outside.fiscal.set({ document_scope, deleted_ettn, list_scope, list_lag_seconds, status_case, list_cap })
    return `documents are seen by ${document_scope}, deleted ones are ${deleted_ettn}, lists are of ${list_scope}`
  }),
  byProvider('Checkbox shows receipts at once', 1, ({ outside }, [a]) => {
    const receipt_id = a < 0.5 ? 'at_once' : 'when_fiscalised'
    outside.fiscal.set({ receipt_id })
    return `the id of a fiscal receipt is shown ${receipt_id}`
  }),
  byProvider('removals are only pretended', 1, ({ outside }, [a]) => {
    const deleting = a < 0.4 ? 'pretends' : 'works'
    outside.fiscal.set({ deleting })
    return `a removal ${deleting}`
  }),
  byProvider('Checkbox refuses a second document of a TTN', 1, ({ outside }, [a]) => {
    const second_ettn = a < 0.5 ? 'refused' : 'accepted'
    outside.fiscal.set({ second_ettn })
    return `a second document of a TTN is ${second_ettn}`
  }),
  byProvider('shifts do not open', 1, ({ outside }, [a]) => {
    const shift_opening =
      pick(['opens', 'opens', 'same_cashier_busy', 'other_cashier_busy', 'fails'] as const, a) ?? 'opens'
    outside.fiscal.set({ shift_opening })
    return `the opening of a shift: ${shift_opening}`
  }),
  toRegister('a cashier gets another name', 1, (world, register, [, b]) => {
    const full_name = `Касир із прізвищем ${between(1, 9, b)}`
    change(world, register, { cashier: { full_name } })
    return `the cashier of ${register.name} is now called «${full_name}»`
  }),
  toRegister('a cashier is made anew under the same name', 1, (world, register, [, b]) => {
    const login = `cashier-anew-${between(1, 999, b)}`
    const pin = `4455667${between(0, 9, b)}`
    change(world, register, { cashier: { login, pin } })
    world.outside.fiscal.tokens.expire()
    register.pin = pin
    return `the cashier of ${register.name} is made anew with another PIN`
  }),
  toRegister('a cashier leaves, another one comes', 1, (world, register, [, b]) => {
    const login = `cashier-other-${between(1, 999, b)}`
    const [pin, full_name] = [`3344556${between(0, 9, b)}`, `Новий касир ${between(1, 999, b)}`]
    change(world, register, { cashier: { login, pin, full_name } })
    world.outside.fiscal.tokens.expire()
    register.pin = pin
    return `«${full_name}» takes the place of the cashier of ${register.name}`
  }),
  toRegister('a cashier gets another PIN', 1, (world, register, [, b]) => {
    const pin = `8899001${between(0, 9, b)}`
    change(world, register, { cashier: { pin } })
    world.outside.fiscal.tokens.expire()
    register.pin = pin
    return `the PIN at ${register.name} is another`
  }),
  toRegister('a register is registered anew', 1, (world, register, [, b]) => {
    const fiscal_number = `40009${between(10_000, 99_999, b)}`
    change(world, register, { fiscal_number })
    register.fiscal_number = fiscal_number
    return `${register.name} has the fiscal number ${fiscal_number} now`
  }),
  toRegister('a cashier is blocked, or not any more', 1, (world, register, [, b]) => {
    const blocked = b < 0.5 ? 'Заблоковано' : null
    change(world, register, { cashier: { blocked } })
    return `the cashier of ${register.name} is ${blocked === null ? 'free' : 'blocked'}`
  }),
  byProvider('tokens expire', 1, ({ outside }) => {
    outside.fiscal.tokens.expire()
    return 'the tokens of Checkbox expire'
  }),
]
