import { z } from 'zod'
import type { Answer } from '../frame/operations.ts'
import type { GuardedOperation } from './gate.ts'
import { refuse, refuseWith } from './refusals.ts'
import type { Register } from './registers.ts'
import type { World } from './world.ts'

const Emails = z.array(z.string())
const Phone = z.object({ phone: z.string() })

/** Fiscal receipts, and copies of them for buyers. */
export const receiptOperations = (world: World): GuardedOperation[] => [
  {
    name: 'get_receipt',
    method: 'GET',
    path: '/receipts/:receipt_id',
    needs: 'bearer',
    handle: ({ id }, { params }) => {
      const receipt = world.receipts.find(params['receipt_id'] ?? '')
      return receipt?.cash_register_id === id
        ? { status: 200, body: world.receipts.toModel(receipt) }
        : refuse('not_found')
    },
  },
  {
    name: 'send_email',
    method: 'POST',
    path: '/receipts/:receipt_id/email',
    needs: 'bearer',
    handle: (register, { params, json }) =>
      send(world, register, params['receipt_id'], { email: Emails.parse(json()), phone: null }),
  },
  {
    name: 'send_sms',
    method: 'POST',
    path: '/receipts/:receipt_id/sms',
    needs: 'bearer',
    handle: (register, { params, json }) =>
      send(world, register, params['receipt_id'], { email: null, phone: Phone.parse(json()).phone }),
  },
]

type To = Omit<World['copies'][number], 'receipt_id'>

/** What a success says is not published. */
const send = (world: World, register: Register, id = '', to: To): Answer => {
  const receipt = world.receipts.find(id)
  if (receipt?.cash_register_id !== register.id) return refuse('not_found')
  if (world.receipts.statusOf(receipt) !== 'DONE') return refuseWith('Чек ще не фіскалізовано')
  const { copy_error } = world.settings()
  if (copy_error !== null) return refuseWith(copy_error)
  world.copies.push({ receipt_id: receipt.id, ...to })
  return { status: 200, body: { ok: true } }
}
