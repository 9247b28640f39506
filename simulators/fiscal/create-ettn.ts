import { z } from 'zod'
import type { Answer, SimulatedRequest } from '../frame/operations.ts'
import { toEttn } from './ettn-model.ts'
import { chainStatus, paidSum } from './prepayment-chains.ts'
import { Discount, Line, rounded, sumOfGoods } from './receipt-sum.ts'
import { refuseWith } from './refusals.ts'
import type { Register } from './registers.ts'
import { cashierWithId } from './shift-model.ts'
import type { Looked } from './waybills.ts'
import type { World } from './world.ts'

export const Contacts = z.looseObject({
  phone: z.string().optional(),
  emails: z.array(z.string()).optional(),
  delivery_phone: z.string().optional(),
  delivery_email: z.string().optional(),
})

const Body = z.looseObject({
  payments: z.array(z.looseObject({ value: z.int(), ettn: z.string() })),
  delivery: Contacts.default({}),
  rounding: z.boolean().default(true),
  rounding_mode: z.enum(['ROUND_10', 'ROUND_50']).default('ROUND_10'),
})
const Receipt = Body.extend({ goods: z.array(Line), discounts: z.array(Discount).default([]) })
const Envelope = z.looseObject({ senderPhone: z.string().optional(), provider: z.string().optional() })
const Plain = Envelope.extend({ receipt_body: Receipt })
const OfRest = Envelope.extend({ receiptRelationId: z.string(), receipt_body: Body.extend({ relationId: z.string() }) })

interface Project extends z.output<typeof Envelope> {
  receipt_body: z.output<typeof Body>
  /** What the receipt comes to by itself, before any rounding. */
  total: number
  relation_id: string | null
}

/** A whole order. There is no id of the client's in it: asked twice, it is there twice. */
export const createEttn = (
  world: World,
  register: Register,
  request: SimulatedRequest,
  cashierId: string,
): Promise<Answer> => {
  const project = Plain.parse(request.json())
  const { goods, discounts } = project.receipt_body
  return create(world, register, cashierId, { ...project, total: sumOfGoods(goods, discounts), relation_id: null })
}

/** What is left after a prepayment; its goods are those of the chain. */
export const createEttnOfRest = async (
  world: World,
  register: Register,
  request: SimulatedRequest,
  cashierId: string,
): Promise<Answer> => {
  const project = OfRest.parse(request.json())
  const { relationId } = project.receipt_body
  const chain = world.chains.find(relationId)
  if (chain?.cash_register_id !== register.id || project.receiptRelationId !== relationId)
    return refuseWith('Ланцюжок передплати не знайдено')
  if (chainStatus(chain) !== 'PARTIAL_PAID') return refuseWith('Ланцюжок передплати вже закрито')
  return create(world, register, cashierId, {
    ...project,
    total: chain.total_sum - paidSum(chain),
    relation_id: relationId,
  })
}

const create = async (world: World, register: Register, cashierId: string, project: Project): Promise<Answer> => {
  const tooFast = world.limit.take(register)
  if (tooFast !== null) return tooFast
  const [payment, ...more] = project.receipt_body.payments
  if (payment === undefined || more.length > 0) return refuseWith('Чек за накладною повинен мати рівно одну оплату')
  const reason = whyNotOfRegister(register) ?? whyNotOfSum(project, payment.value)
  if (reason !== null) return refuseWith(reason)
  const looked = await world.waybills.look(payment.ettn)
  const objection = whyNotOfWaybill(register, looked, payment.value) ?? whyNotSecond(world, payment.ettn)
  if (objection !== null) return refuseWith(objection)
  // Nothing is waited for from here on, so that of two at once the second finds the first.
  const { phone, emails, delivery_phone, delivery_email } = project.receipt_body.delivery
  const document = world.documents.add(register, {
    cashier: cashierWithId(register, cashierId),
    ttn: payment.ettn,
    total_sum: payment.value,
    receipt_body: project.receipt_body,
    provider: project.provider ?? 'novapost',
    relation_id: project.relation_id,
    sender_phone: project.senderPhone ?? null,
    recipient_phone: looked.kind === 'found' ? looked.waybill.recipient_phone : '',
    delivery_phone: phone ?? delivery_phone ?? null,
    delivery_email: emails?.[0] ?? delivery_email ?? null,
  })
  return { status: 200, body: toEttn(world, document) }
}

const whyNotOfRegister = ({ is_test, cashier }: Register): string | null => {
  // Which error a test register gives is not known, only that ETTN does not work there.
  if (is_test) return 'Тестова каса не підтримує експрес-накладні'
  return cashier.permissions['ettn'] === false ? 'Касир не має права створювати чеки за експрес-накладними' : null
}

const whyNotOfSum = ({ total, receipt_body }: Project, value: number): string | null => {
  const { rounding, rounding_mode } = receipt_body
  return value > 0 && value === (rounding ? rounded(total, rounding_mode) : total)
    ? null
    : 'Сума оплат не дорівнює сумі чека'
}

const whyNotOfWaybill = ({ carrier_key }: Register, looked: Looked, value: number): string | null => {
  if (looked.kind === 'unchecked') return null
  if (looked.kind === 'unreachable') return 'Не вдалося отримати дані накладної від служби доставки'
  if (looked.kind !== 'found') return 'Накладну не знайдено'
  const { control, owner_key } = looked.waybill
  // The carrier shows Checkbox only what was sent with the key stored in the cabinet.
  if (carrier_key !== null && owner_key !== carrier_key) return 'Накладну не знайдено'
  if (control === null) return 'Накладна не має послуги «Контроль оплати»'
  // Seen on the live API.
  return control === value ? null : 'Сума накладної відрізняється від суми чека'
}

const whyNotSecond = ({ settings, documents }: World, ttn: string): string | null =>
  settings().second_ettn === 'refused' && documents.live(ttn).length > 0 ? 'Для цієї накладної вже створено чек' : null
