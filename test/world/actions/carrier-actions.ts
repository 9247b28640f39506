import { isReceived, isRefused } from '#/contract/carrier-statuses.ts'
import { chainOf, isUnderWay, stateOf } from '../truth.ts'
import { makeWaybill, nextTtn } from '../waybills.ts'
import type { World } from '../world.ts'
import { actionsOf, between, more, pick, pickLate, usual, type Action, type Lots } from './action.ts'

const byCarrier = actionsOf('carrier')

/** What happens to a parcel that is still under way. */
const toMoving = (
  name: string,
  weight: number,
  act: (world: World, ttn: string, lots: Lots) => string | null,
): Action =>
  byCarrier(name, weight, (world, lots) => {
    const moving = world.ttns.filter((ttn) => isUnderWay(world, ttn))
    const ttn = pickLate(moving, lots[0])
    return ttn === undefined ? null : act(world, ttn, lots)
  })

const move = (name: string, weight: number, codes: readonly number[]): Action =>
  toMoving(name, weight, ({ outside }, ttn, [, b]) => {
    const status_code = pick(codes, b) ?? 5
    const { paid = null } = outside.carrier.parcels.find(ttn) ?? {}
    // What was paid ahead goes back to the buyer who refuses.
    outside.carrier.parcels.put([{ ttn, status_code, paid: isRefused(status_code) ? null : paid }])
    return `${ttn} is now ${status_code}`
  })

const toKey = (
  name: string,
  weight: number,
  act: (world: World, register: World['registers'][number], lots: Lots) => string | null,
): Action =>
  byCarrier(name, weight, (world, lots) => {
    const register = pick(world.registers, lots[0])
    return register === undefined ? null : act(world, register, lots)
  })

export const carrierActions: readonly Action[] = [
  usual(move('a parcel moves', 6, [4, 5, 6, 7, 8, 12, 14, 41, 101, 111, 112])),
  usual(move('a parcel is received and paid', 9, [9, 9, 10, 11, 106])),
  usual(move('a parcel is refused', 2, [102, 103, 105, 108])),
  move('a waybill is deleted', 1, [2]),
  move('a number becomes unknown', 1, [3]),
  byCarrier(
    'a waybill is made before its order',
    3,
    (world, [a, , c]) => `${makeWaybill(world, { control: pick([45_000, 120_000, 89_990], a) ?? 0, lot: c })} is made`,
  ),
  toMoving('a parcel is paid before it is received', 2, ({ outside }, ttn) => {
    outside.carrier.parcels.put([{ ttn, paid: true }])
    return `${ttn} is paid ahead`
  }),
  byCarrier('a refusal is taken back', 1, (world, [a]) => {
    const refused = world.ttns.filter((ttn) => isRefused(stateOf(world, ttn)?.status_code ?? null))
    const ttn = pickLate(refused, a)
    if (ttn === undefined) return null
    world.outside.carrier.parcels.put([{ ttn, status_code: 7 }])
    return `the refusal of ${ttn} is taken back`
  }),
  byCarrier('a refused parcel travels back', 1, (world, [a]) => {
    const refused = world.ttns.filter((ttn) => isRefused(stateOf(world, ttn)?.status_code ?? null))
    const ttn = pickLate(refused, a)
    if (ttn === undefined) return null
    const number = nextTtn(world)
    const { parcels } = world.outside.carrier
    const owner_key = parcels.find(ttn)?.owner_key ?? null
    parcels.put([{ ttn, successor: { number, type: 'CargoReturn' } }])
    parcels.put([{ ttn: number, owner_key, status_code: 5, owner_document: { number: ttn, type: 'CargoReturn' } }])
    return `${ttn} travels back under ${number}`
  }),
  byCarrier('an unknown number is found', 2, (world, [a, b]) => {
    const ttn = pickLate(
      world.ttns.filter((one) => stateOf(world, one)?.status_code === 3),
      a,
    )
    if (ttn === undefined) return null
    const status_code = pick([1, 5, 7, 9], b) ?? 5
    world.outside.carrier.parcels.put([{ ttn, status_code }])
    return `${ttn} is known again, and is ${status_code}`
  }),
  toMoving('payment control changes', 2, (world, ttn, [, b]) => {
    const amount = pick([0, 450, 1200, 1500.5], b) ?? 0
    world.outside.carrier.parcels.put([{ ttn, cod: { kind: amount === 0 ? 'none' : 'payment_control', amount } }])
    return `payment control of ${ttn} is now ${amount}`
  }),
  toMoving('payment control is added', 1, (world, ttn, [, b]) => {
    if (world.outside.carrier.parcels.find(ttn)?.cod.kind === 'payment_control') return null
    const amount = pick([450, 1200, 899.9], b) ?? 0
    world.outside.carrier.parcels.put([{ ttn, cod: { kind: 'payment_control', amount } }])
    return `payment control ${amount} is added to ${ttn}`
  }),
  toMoving('a parcel is redirected', 2, (world, ttn) => {
    const to = nextTtn(world)
    world.outside.carrier.parcels.redirect(ttn, to)
    world.ttns.push(to)
    return `${ttn} is redirected to ${to}`
  }),
  byCarrier('a redirection is taken back', 1, (world, [a]) => {
    const redirected = world.ttns.filter(
      (ttn) => chainOf(world, ttn).length > 1 && stateOf(world, ttn)?.status_code === 104,
    )
    const ttn = pickLate(redirected, a)
    const { parcels } = world.outside.carrier
    const to = ttn === undefined ? undefined : parcels.find(ttn)?.successor?.number
    if (ttn === undefined || to === undefined || isReceived(stateOf(world, to)?.status_code ?? null)) return null
    const { paid = null, successor = null } = parcels.find(to) ?? {}
    // Only the last one of a chain: a parcel that went on under a third number may be received there by now.
    if (successor !== null) return null
    parcels.put([
      { ttn: to, status_code: 2 },
      { ttn, status_code: 7, successor: null, paid },
    ])
    return `the redirection of ${ttn} to ${to} is taken back`
  }),
  toKey('a carrier key expires', 1, ({ outside }, register) => {
    outside.carrier.keys.put([{ key: register.carrier_key, state: 'expired' }])
    return `the carrier key of ${register.name} expires`
  }),
  toKey('a carrier key works again', 2, ({ outside }, register) => {
    outside.carrier.keys.put([{ key: register.carrier_key, state: 'ok' }])
    return `the carrier key of ${register.name} works again`
  }),
  toKey('a carrier key has had enough for today', 1, ({ outside }, register) => {
    outside.carrier.keys.put([{ key: register.carrier_key, state: 'daily_limit' }])
    return `the carrier key of ${register.name} is at its daily limit`
  }),
  toKey('a sender joins a cabinet', 1, ({ outside }, register, [, b]) => {
    const phone = `38063000000${between(1, 9, b)}`
    const known = outside.carrier.keys.find(register.carrier_key)
    if (known === undefined || register.phones.includes(phone)) return null
    const more_senders = [...known.more_senders, { counterparty_name: 'ФОП Друга', phones: [phone] }]
    outside.carrier.keys.put([{ key: register.carrier_key, more_senders }])
    register.phones.push(phone)
    return `the cabinet of ${register.name} has the further sender ${phone}`
  }),
  toMoving('a parcel has the phone of an operator', 2, (world, ttn) => {
    world.outside.carrier.parcels.put([{ ttn, sender_phone: '380631234567' }])
    return `${ttn} is sent with the phone of an operator`
  }),
  byCarrier('keys of recipients see senders', 1, ({ outside }, [a]) => {
    outside.carrier.set({ recipient_key_sees_sender: a < 0.6 })
    return `the key of a recipient ${a < 0.6 ? 'is' : 'is not'} shown the sender`
  }),
  toMoving('a parcel goes to another register', 1, (world, ttn, [, b]) => {
    const register = pick(world.registers, b)
    const phone = register?.phones[0]
    if (register === undefined || phone === undefined) return null
    world.outside.carrier.parcels.put([{ ttn, recipient: { phone } }])
    return `${ttn} goes to the owner of ${register.name}`
  }),
  byCarrier('the carrier answers otherwise', 1, ({ outside }, [a, b]) => {
    const bad_key = pick(['error', 'http401', 'masked'] as const, a) ?? 'error'
    const mixed_batch = pick(['fails', 'warns'] as const, b) ?? 'fails'
    outside.carrier.set({ bad_key, mixed_batch })
    return `bad keys are answered by ${bad_key}, a bad number in a batch ${mixed_batch}`
  }),
  toMoving('the carrier leaves a parcel out', 1, (world, ttn, [, b]) => {
    world.outside.carrier.parcels.put([{ ttn, left_out: b < 0.5 }])
    return `the carrier ${b < 0.5 ? 'leaves out' : 'mentions'} ${ttn}`
  }),
  byCarrier('the carrier is out of order', 1, ({ outside }, [a, b]) => {
    const fault = pick(
      [
        { kind: 'status', status: 500 },
        { kind: 'html' },
        { kind: 'junk' },
        { kind: 'reset_before_answer' },
        { kind: 'null_body' },
        { kind: 'too_many_requests', retry_after: 30 },
      ] as const,
      a,
    )
    if (fault === undefined) return null
    outside.carrier.faults.arm({ operation: '*', fault, times: between(1, 8, more(b)) })
    return `the carrier fails (${fault.kind})`
  }),
]
