import { describe, expect, test } from 'vitest'
import type { CashRegister } from '#/contract/cash-registers.ts'
import type { Order } from '#/contract/orders.ts'
import { receiptStates } from '#/contract/receipt-states.ts'
import { isPaidFor, receiptWord } from '#/contract/receipt-words.ts'
import { countFilters, readSearch, toView } from '../../addresses/order-view.ts'
import { whyNotEdit } from '../order/editing/why-not-edit.ts'
import { toChips, withoutFilters } from './model/filter-chips.ts'
import { nextAction } from './table/next-action.ts'
import { between, choose, chooseByFilter, noSelection, sumOf } from './model/selection.ts'
import { keepPlaces, waitingAmong } from './model/shown-rows.ts'
import { isPhone, isWholeTtn, understoodWords } from './model/understood-words.ts'
import { receiptStory } from '../receipt/receipt-story.ts'

const register: CashRegister = {
  id: 'register',
  name: 'Основна',
  is_default: true,
  is_test: false,
  active: true,
  license_key_set: true,
  pin_set: true,
  carrier_key_set: true,
  license_key_hint: null,
  carrier_key_hint: null,
  health: { state: 'ok', checked_at: null, problems: [], fiscal: null, carrier: null },
  payment_label: '',
  tax_codes: [],
}

const parcel: NonNullable<Order['parcel']> = {
  status_code: 5,
  status_text: null,
  group: 'moving',
  own: true,
  cod_amount: 120_000,
  cod_kind: 'payment_control',
  paid: false,
  checked_at: null,
  received_at: null,
  final: false,
  redirected_to: null,
  successor: null,
  problem: null,
}

const ready: Order = {
  id: 'order',
  crm_id: '1',
  number: '84211',
  ordered_at: '2026-03-09T07:05:00.000Z',
  tab: 'no_receipt',
  recipient: { name: 'Олена Шевченко', phone: '380671112233' },
  ttn: '20450000000001',
  notes: '',
  goods: [{ code: 'A', name: 'Чохол', price: 120_000, quantity: 1000, discount: 0 }],
  total: 120_000,
  edited_at: null,
  crm_changed: false,
  crm_cancelled: false,
  version: 1,
  revision: 1,
  parcel,
  cash_register: { id: 'register', name: 'Основна' },
  receipt: null,
  receipt_not_needed: null,
}

const receipt: NonNullable<Order['receipt']> = {
  id: 'receipt',
  state: 'created',
  amount: 120_000,
  prepayment: null,
  is_test: false,
  cancel_requested: false,
  fiscal_code: null,
  fiscalized_at: null,
  returned_at: null,
  receipt_url: null,
  problem: null,
}

const next = (changes: Partial<Order>, registers: CashRegister[] | undefined = [register]) =>
  nextAction({ ...ready, ...changes }, registers)

/** The badge says it all. */
const silent = { kind: 'none', label: null, why: null }

describe('U5: a row says what to do next, or why nothing can be done', () => {
  test('an order that is ready can get its receipt', () => {
    expect(next({})).toEqual({ kind: 'create', label: 'Створити чек', why: null })
  })

  test.each<[string, Partial<Order>]>([
    ['Немає ТТН', { ttn: null }],
    ['ТТН не вашої каси', { parcel: { ...parcel, own: false } }],
    ['ТТН ще не перевірено', { parcel: null }],
    ['Чек не потрібен', { parcel: { ...parcel, status_code: 103 } }],
    ['Післяплата переказом', { parcel: { ...parcel, cod_kind: 'money_transfer' } }],
    ['Немає контролю оплати', { parcel: { ...parcel, cod_amount: 0, cod_kind: null } }],
    ['Суми оплати не видно', { parcel: { ...parcel, cod_amount: null, cod_kind: null } }],
    ['Суми не збігаються', { parcel: { ...parcel, cod_amount: 100 } }],
    ['Немає товарів', { goods: [] }],
  ])('«%s», and the whole sentence for whoever asks', (label, changes) => {
    const told = next(changes)
    expect(told).toMatchObject({ kind: 'none', label })
    expect(told.why?.length).toBeGreaterThan(20)
  })

  test('a register that is switched off is told at its own orders', () => {
    expect(next({}, [{ ...register, active: false }])).toMatchObject({ kind: 'none', label: 'Каса не працює' })
  })

  test('a receipt that is being looked for is work, not an error, and cannot be made twice', () => {
    const problem = { code: 'receipt.unknown', detail: 'Checkbox не відповів вчасно.' }
    expect(next({ receipt: { ...receipt, state: 'unknown', problem } })).toEqual({
      kind: 'none',
      label: null,
      why: problem.detail,
    })
  })

  test('one that failed may be made again, with the reason of the failure beside it', () => {
    const failed = { ...receipt, state: 'failed' as const, problem: { code: 'x', detail: 'Неправильний товар.' } }
    expect(next({ receipt: failed })).toEqual({ kind: 'create', label: 'Створити ще раз', why: 'Неправильний товар.' })
  })

  test('one that needs a person leads to where it is settled, and one nobody will pay for is cancelled', () => {
    expect(next({ receipt: { ...receipt, state: 'attention' } }).kind).toBe('settle')
    expect(next({ tab: 'refused', receipt }).kind).toBe('cancel')
    expect(next({ tab: 'refused', receipt: { ...receipt, cancel_requested: true } }).kind).toBe('none')
  })

  test.each([
    ['paid for in the app', { paid: true }],
    ['handed over', { group: 'received' as const }],
  ])(
    'of a parcel that is %s no payment is waited for any more, in the badge and the sentence, and the row says it once',
    (_how, told) => {
      const paid = { ...parcel, ...told }
      expect([next({ receipt }), next({ receipt, parcel: paid })]).toEqual([silent, silent])
      expect([isPaidFor(null), isPaidFor(parcel), isPaidFor(paid)]).toEqual([false, false, true])
      expect(receiptWord({ ...receipt, is_paid: true })).toBe('Очікує фіскалізації')
      expect(receiptStory(receipt, null, true)).toContain('Посилку вже оплачено')
      expect(receiptStory(receipt, null, true)).not.toContain('Щойно посилку оплатять')
      expect(whyNotEdit({ receipt, parcel: paid }, 'cashier')).toMatch(/^Посилку вже оплачено/)
      expect(whyNotEdit({ receipt, parcel: paid }, 'cashier')).not.toContain('скасуйте')
      const prepayment = {
        amount: 30_000,
        payment: 'cash',
        state: 'fiscalized',
        fiscal_code: null,
        returned_at: null,
        receipt_url: null,
      } as const
      const restless = { ...receipt, state: 'cancelled', prepayment } as const
      const asked = { ...parcel, cod_amount: 90_000 }
      expect(next({ receipt: restless, parcel: asked }).why).toContain('посилку оплатять без чека')
      expect(next({ receipt: restless, parcel: { ...asked, ...told } }).why).toContain('посилку вже оплачено')
    },
  )

  test('every state has its words', () => {
    for (const state of receiptStates) expect(next({ receipt: { ...receipt, state } }).label).not.toBe('')
  })
})

describe('U32: rows stay in their places', () => {
  test('what comes above waits, what comes below is added, what is gone stays', () => {
    const shown = keepPlaces(['b', 'c', 'd'], ['a', 'b', 'd', 'e'])
    expect(shown).toEqual(['b', 'c', 'd', 'e'])
    expect(waitingAmong(shown, ['a', 'b', 'd', 'e'])).toEqual(['a'])
  })

  test('an order that moved down holds back nothing that is loaded above its new place, and one that moved up lets nothing in', () => {
    expect(keepPlaces(['a', 'b', 'c'], ['b', 'c', 'd', 'e', 'a', 'f'])).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
    expect(keepPlaces(['a', 'b', 'c'], ['c', 'new', 'a', 'b', 'd'])).toEqual(['a', 'b', 'c', 'd'])
  })

  test('a list that was empty shows what has come, and one that was replaced as a whole shows nothing by itself', () => {
    expect(keepPlaces([], ['a', 'b'])).toEqual(['a', 'b'])
    expect(keepPlaces(['x'], ['a', 'b'])).toEqual(['x'])
  })
})

describe('U24: the sum of what is chosen', () => {
  const orders = [
    { id: 'a', total: 100 },
    { id: 'b', total: 20 },
    { id: 'c', total: 3 },
  ]
  const now = (id: string) => orders.find((order) => order.id === id)?.total

  test('follows every choice, whether the order was ever on screen or not', () => {
    const all = chooseByFilter({ ids: ['a', 'b', 'c', 'z'], total: 1_123 }, orders.slice(0, 2))
    expect(sumOf(all, now)).toBe(1_123)
    const withoutSeen = choose(all, orders.slice(0, 1), false)
    expect(sumOf(withoutSeen, now)).toBe(1_023)
    const withoutUnseen = choose(withoutSeen, orders.slice(2), false)
    expect(sumOf(withoutUnseen, now)).toBe(1_020)
    expect(withoutUnseen.totals.size).toBe(2)
  })

  test('is that of the orders as they are now', () => {
    const chosen = choose(noSelection, orders, true)
    expect(sumOf(chosen, (id) => (id === 'a' ? 500 : now(id)))).toBe(523)
  })

  test('a range goes both ways', () => {
    expect(between(orders, 'c', 'a')).toEqual(orders)
    expect(between(orders, 'gone', 'b')).toEqual(orders.slice(1, 2))
  })
})

describe('U10: how a search was understood', () => {
  test.each([
    ['4821', 'ТТН, телефон або номер замовлення, що закінчується на 4821, чи сума 4 821,00 ₴'],
    ['2045-0073 104821', 'ТТН 2045 0073 104821'],
    ['067 111 22 33', 'телефон +380 67 111 22 33'],
    ['1234,5', 'сума 1 234,50 ₴'],
    ['шевченко олена', 'слово «шевченко» і слово «олена»'],
    ['itdxtyrj', 'слово «шевченко» (набрано латиницею)'],
    ['  ', null],
  ])('«%s»: %s', (typed, words) => {
    expect(understoodWords(typed)?.replaceAll('\u00a0', ' ') ?? null).toBe(words)
  })

  test('U40: a phone is recognised, because it must not stand in an address', () => {
    expect(['067 111 22 33', '+380671112233', '380 67 111-22-33'].every(isPhone)).toBe(true)
    expect(['20450073104821', '4821', 'шевченко'].some(isPhone)).toBe(false)
    expect(isWholeTtn('2045 0073-104821')).toBe(true)
  })
})

describe('U13: filters', () => {
  const raw = {
    tab: 'received',
    q: 4821,
    receipt_state: 'unknown',
    parcel_group: 'waiting',
    from: '2026-03-09',
    to: 'колись',
    sum_from: '15050',
    sum_to: '-1',
    prepaid: 'true',
    attention: true,
    edited: 'так',
  }

  test('what an address says is taken only if it is understood', () => {
    const view = toView(readSearch(raw))
    expect(view).toEqual({
      tab: 'received',
      limit: 50,
      q: '4821',
      receipt_state: 'unknown',
      parcel_group: 'waiting',
      from: '2026-03-09',
      sum_from: 15_050,
      prepaid: true,
      attention: true,
    })
    expect(countFilters(view)).toBe(6)
  })

  test('each has its words, and all can be taken away', () => {
    const view = toView(readSearch(raw))
    const labels = toChips(view, []).map(({ label }) => label.replaceAll('\u00a0', ' '))
    expect(labels).toEqual([
      'Чек: перевіряємо в Checkbox',
      'Посилка: чекає у відділенні',
      'Сума від 150,50 ₴',
      'Від 09.03.2026',
      'Є передоплата',
      'Потребує уваги',
    ])
    expect(toChips(toView(readSearch({ ...raw, ...withoutFilters })), [])).toEqual([])
  })
})
