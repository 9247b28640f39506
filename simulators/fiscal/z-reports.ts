import type { Payment, Receipt } from './receipts.ts'
import { type Register, type Shift, uuidOf } from './registers.ts'
import { shiftIdOf, toShift } from './shift-model.ts'
import { shiftOfTheDay } from './shift-of-the-day.ts'
import { toWireTime } from './wire-time.ts'
import type { World } from './world.ts'

interface ZReport {
  register: Register
  shift: Shift
  serial: number
  closed_at: number
  receipts: readonly Receipt[]
}

/** The totals of every ended shift of a register, oldest first: all receipts of it, also those made in the cabinet. */
export const zReportsOf = (world: World, register: Register): ZReport[] => {
  const { receipts, left_out } = world
  const made = receipts.all().filter(({ cash_register_id }) => cash_register_id === register.id)
  const counted = made.filter((receipt) => receipts.statusOf(receipt) === 'DONE' && !left_out.has(receipt.id))
  const byShift = Map.groupBy(counted, ({ shift }) => shift.id)
  return closedShifts(world, register, made)
    .toSorted((one, other) => one.closed_at - other.closed_at)
    .map(({ shift, closed_at }, index) => ({
      register,
      shift,
      closed_at,
      serial: index + 1,
      receipts: byShift.get(shiftIdOf(register, shift)) ?? [],
    }))
}

const closedShifts = (world: World, register: Register, made: readonly Receipt[]) => {
  const opened = [...(world.past_shifts.get(register.id) ?? []), ...(register.shift === null ? [] : [register.shift])]
  const ended = opened.flatMap((shift) =>
    shift.status === 'CLOSED' && shift.closed_at !== null && shift.error === null
      ? [{ shift, closed_at: Date.parse(shift.closed_at) }]
      : [],
  )
  const days = made.flatMap(({ shift: { id }, created_at }) => {
    const ofDay = shiftOfTheDay(register, created_at)
    return ofDay.id === id ? [ofDay] : []
  })
  const overDays = [...new Map(days.map((shift) => [shift.id, shift])).values()].flatMap((shift) => {
    const closed_at = Date.parse(shift.auto_close_at ?? '')
    const closed: Shift = { ...shift, status: 'CLOSED', closed_at: shift.auto_close_at }
    return closed_at <= world.now() ? [{ shift: closed, closed_at }] : []
  })
  return [...ended, ...overDays]
}

/** ReportModel of the description. */
export const toReportModel = ({ register, shift, serial, closed_at, receipts }: ZReport) => {
  const [sold, returned] = [receipts.filter(({ type }) => type === 'SELL'), receipts.filter(isReturn)]
  const id = uuidOf(`Z of shift ${shiftIdOf(register, shift)}`)
  return {
    id,
    shift_id: shiftIdOf(register, shift),
    shift: toShift(register, shift),
    last_receipt_id: receipts.at(-1)?.id ?? null,
    fiscal_code: `Z${id.slice(0, 8)}`,
    serial,
    is_z_report: true,
    payments: toPayments(id, sold, returned),
    taxes: [],
    sell_receipts_count: sold.length,
    return_receipts_count: returned.length,
    ...noneOfThese,
    ...roundingOf(sold),
    returns_round_up: 0,
    returns_round_down: 0,
    created_at: toWireTime(closed_at),
    updated_at: null,
    fiscal_date: toWireTime(closed_at),
    transaction_fail: false,
  }
}

const isReturn = ({ type }: Receipt): boolean => type === 'RETURN'

const noneOfThese = {
  cash_withdrawal_receipts_count: 0,
  currency_exchange_count: 0,
  transfers_count: 0,
  transfers_sum: 0,
  balance: 0,
  initial: 0,
  discounts_sum: 0,
  extra_charge_sum: 0,
}

const roundingOf = (sold: readonly Receipt[]) => {
  const rounded = sold.map(({ round_sum = 0 }) => round_sum)
  return {
    sales_round_up: sum(rounded.filter((by) => by > 0)),
    sales_round_down: -sum(rounded.filter((by) => by < 0)),
  }
}

/** What a payment without a label of its own is called. */
const labelOf = ({ type, label }: Payment): string => label ?? (type === 'CASH' ? 'Готівка' : 'Картка')

/** What was paid, after rounding: whether a Z counts cash so is not published. */
const paidIn = (receipts: readonly Receipt[]) =>
  receipts.flatMap(({ payments, round_sum = 0 }) =>
    payments.map((payment, index) => ({
      type: payment.type,
      label: labelOf(payment),
      value: payment.value + (index === 0 ? round_sum : 0),
    })),
  )

const toPayments = (reportId: string, sold: readonly Receipt[], returned: readonly Receipt[]) => {
  const [taken, given] = [paidIn(sold), paidIn(returned)]
  return [...Map.groupBy([...taken, ...given], ({ type, label }) => `${type} ${label}`)].flatMap(([name, [first]]) => {
    if (first === undefined) return []
    const { type, label } = first
    const sumOf = (paid: typeof taken) =>
      sum(paid.filter((one) => one.type === type && one.label === label).map(({ value }) => value))
    return [
      {
        id: uuidOf(`${name} of ${reportId}`),
        ...(type === 'CASH' ? {} : { code: 1 }),
        type,
        label,
        sell_sum: sumOf(taken),
        return_sum: sumOf(given),
        service_in: 0,
        service_out: 0,
        cash_withdrawal: 0,
        cash_withdrawal_commission: 0,
      },
    ]
  })
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
