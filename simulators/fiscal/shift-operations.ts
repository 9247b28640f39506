import { z } from 'zod'
import type { Answer, SimulatedRequest } from '../frame/operations.ts'
import type { GuardedOperation } from './gate.ts'
import { refuse, refuseInvalid, refuseWith } from './refusals.ts'
import type { Register, Shift } from './registers.ts'
import { shiftIdOf, toShift } from './shift-model.ts'
import { dayIn } from './shift-of-the-day.ts'
import type { World } from './world.ts'

const Opening = z.looseObject({ id: z.string().optional(), auto_close_at: z.string().optional() })

/** Opened and closed by asking; it takes a while of the world's time until it is so. */
export const shiftOperations = (world: World): GuardedOperation[] => [
  {
    name: 'open_shift',
    method: 'POST',
    path: '/shifts',
    needs: 'license_key_and_bearer',
    handle: (register, request) => open(world, register, request),
  },
  {
    name: 'find_shift',
    method: 'GET',
    path: '/shifts/:shift_id',
    needs: 'bearer',
    handle: (register, { params }) =>
      register.shift !== null && shiftIdOf(register, register.shift) === params['shift_id']
        ? { status: 200, body: toShift(register, register.shift) }
        : refuse('not_found'),
  },
  {
    name: 'close_shift',
    method: 'POST',
    path: '/shifts/close',
    needs: 'bearer',
    handle: (register) => {
      if (register.shift?.status !== 'OPENED') return refuse('no_shift')
      register.shift = { ...register.shift, status: 'CLOSING', becomes_at: later(world) }
      return { status: 202, body: toShift(register, register.shift) }
    },
  },
]

const open = (world: World, register: Register, request: SimulatedRequest): Answer => {
  const { id, auto_close_at } = Opening.parse(request.json() ?? {})
  const isToday = auto_close_at === undefined || dayIn(Date.parse(auto_close_at)) === dayIn(world.now())
  if (!isToday || (auto_close_at !== undefined && world.settings().auto_close === 'refused'))
    return refuseInvalid([
      { loc: ['body', 'auto_close_at'], msg: 'must be within the current day', type: 'value_error' },
    ])
  const { shift_opening } = world.settings()
  const before = register.shift
  if (shift_opening === 'other_cashier_busy') return refuseWith('Каса зайнята іншим касиром')
  if (shift_opening === 'same_cashier_busy' || (before !== null && before.status !== 'CLOSED'))
    return refuseWith('Касир вже працює з даною касою')
  const fails = shift_opening === 'fails' || !register.cashier.signature.shift_open_possibility
  const shift: Shift = {
    id: id ?? null,
    status: 'CREATED',
    serial: (before?.serial ?? 0) + 1,
    opened_at: null,
    closed_at: null,
    becomes_at: later(world),
    auto_close_at: auto_close_at ?? null,
    error: fails ? 'Помилка підпису: сертифікат касира недійсний' : null,
  }
  if (before !== null) world.past_shifts.set(register.id, [...(world.past_shifts.get(register.id) ?? []), before])
  register.shift = shift
  return { status: 202, body: toShift(register, shift) }
}

const later = ({ now, settings }: World): string => new Date(now() + settings().shift_seconds * 1000).toISOString()
