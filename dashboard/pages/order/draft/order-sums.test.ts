import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney } from '#/contract/money.ts'
import type { Goods } from '#/contract/orders.ts'
import { whyNotReceipt } from '#/contract/receipt-refusals.ts'
import { applyRemedy } from './apply-remedy.ts'
import { checkOrder } from './check-order.ts'
import { checkSums, type Remedy } from './check-sums.ts'
import { toDraft, toGoods } from './order-draft.ts'
import { remedyLabel, sumSentences } from './sum-words.ts'
import { parseMoney } from '../../../words/parse-money.ts'

const line = (price: number, more: Partial<Goods> = {}): Goods => ({
  code: 'SKU-101',
  name: 'Чохол',
  price,
  quantity: 1000,
  discount: 0,
  ...more,
})

const control = (amount: number) => ({ cod_kind: 'payment_control' as const, cod_amount: amount })
const check = (goods: Goods[], total: number, asked: number | null, prepaid = 0) =>
  checkSums({ order: { goods, total }, parcel: asked === null ? null : control(asked), prepaid })

test('an order whose sums agree with the payment control needs nothing', () => {
  expect(check([line(85_000), line(39_900)], 120_000, 120_000)).toMatchObject({
    goods: 124_900,
    discount: 4_900,
    control: 120_000,
    asked: 120_000,
    difference: 0,
    fails: false,
    remedies: [],
  })
})

test('a control below the total is met by an advance before it is met by a discount, or by cheaper goods', () => {
  const found = check([line(120_000)], 120_000, 115_000)
  expect(found).toMatchObject({
    difference: 5_000,
    fails: true,
    remedies: [
      { kind: 'prepay', amount: 5_000 },
      { kind: 'set_total', total: 115_000, discount: 5_000 },
      { kind: 'edit_goods', by: -5_000 },
    ],
  })
  expect(sumSentences(found)).toContain('Якщо різницю вже сплачено, це передоплата, а не знижка.')
  expect(found.remedies.map((remedy) => remedyLabel(remedy, found))[0]).toBe(
    `Різницю вже сплачено: передоплата ${formatMoney(5_000)}`,
  )
})

test('an advance is offered only where it would do: not twice, not beside goods that are wrong, not for the whole sum', () => {
  const prepays = ({ remedies }: ReturnType<typeof check>) => remedies.some(({ kind }) => kind === 'prepay')
  expect(prepays(check([line(120_000)], 120_000, 110_000, 5_000))).toBe(false)
  expect(prepays(check([line(100_000)], 120_000, 110_000))).toBe(false)
  expect(prepays(check([line(120_000), line(0)], 120_000, 110_000))).toBe(false)
  expect(prepays(check([line(120_000)], 120_000, 0))).toBe(false)
  expect(prepays(check([line(120_000)], 120_000, 130_000))).toBe(false)
  fc.assert(
    fc.property(someOrder, ({ goods, total, asked }) => {
      const amounts = check(goods, total, asked).remedies.flatMap((one) => (one.kind === 'prepay' ? one.amount : []))
      expect(amounts.filter((amount) => refusalOf(goods, total, asked, amount) !== null)).toEqual([])
    }),
  )
})

test('a fiscal advance counts after its rest came to nothing: no discount is offered for what was paid', () => {
  const prepayment = { state: 'fiscalized', amount: 20_000, returned_at: null }
  const order = { goods: [line(120_000)], total: 120_000, parcel: control(100_000) }
  for (const state of ['created', 'cancelled', 'failed'])
    expect(checkOrder(Object({ ...order, receipt: { state, returned_at: null, prepayment } }))).toMatchObject({
      fails: false,
      remedies: [],
    })
})

test('a control above what the goods come to is met by the goods alone', () => {
  expect(check([line(120_000)], 120_000, 130_000).remedies).toEqual([{ kind: 'edit_goods', by: 10_000 }])
})

test('a control above the total, but not above the goods, is met by giving less off', () => {
  expect(check([line(120_000)], 100_000, 110_000).remedies).toContainEqual({
    kind: 'set_total',
    total: 110_000,
    discount: 10_000,
  })
})

test('the prepayment is not asked for again on delivery', () => {
  expect(check([line(120_000)], 120_000, 100_000, 20_000)).toMatchObject({
    control: 100_000,
    difference: 0,
    fails: false,
  })
  expect(check([line(120_000)], 120_000, 120_000, 20_000).remedies).toEqual([{ kind: 'edit_goods', by: 20_000 }])
})

test('goods that do not reach the total are named even when nothing is asked for on delivery', () => {
  expect(check([line(100_000)], 120_000, null)).toMatchObject({
    discount: -20_000,
    asked: null,
    difference: 0,
    fails: true,
    remedies: [
      { kind: 'set_total', total: 100_000, discount: 0 },
      { kind: 'edit_goods', by: 20_000 },
    ],
  })
})

test('cash by money transfer is no payment control: its sum is held against nothing', () => {
  const parcel = { cod_kind: 'money_transfer' as const, cod_amount: 1 }
  expect(checkSums({ order: { goods: [line(120_000)], total: 120_000 }, parcel })).toMatchObject({
    asked: null,
    fails: false,
  })
})

test('a line that comes to nothing can be dropped, and a free one may cost a kopiyka', () => {
  expect(check([line(120_000), line(0)], 120_000, 120_000)).toMatchObject({
    empty_lines: [1],
    fails: true,
    remedies: [
      { kind: 'drop_line', line: 1 },
      { kind: 'price_one_kopiyka', line: 1 },
    ],
  })
  expect(check([line(120_000), line(500, { discount: 500 })], 120_000, 120_000).remedies).toEqual([
    { kind: 'drop_line', line: 1 },
  ])
})

const someGoods = fc.record({
  code: fc.constant('SKU'),
  name: fc.constant('Товар'),
  price: fc.integer({ min: 0, max: 500_000 }),
  quantity: fc.integer({ min: 1, max: 20_000 }),
  discount: fc.integer({ min: 0, max: 1_000 }),
})
const someOrder = fc.record({
  goods: fc.array(someGoods, { maxLength: 4 }),
  total: fc.integer({ min: 0, max: 1_000_000 }),
  asked: fc.integer({ min: 1, max: 1_000_000 }),
})

/** Whether the server would take these sums, everything else being in order. */
const refusalOf = (goods: Goods[], total: number, asked: number, prepaid = 0) =>
  whyNotReceipt(
    {
      order: { deleted: false, ttn: '20450000000001', goods, total },
      parcel: { own: true, status_code: 5, redirected_to: null, ...control(asked) },
      register: { is_test: false, why_not: null },
      has_receipt: false,
      ttn_taken_by: null,
      document: null,
      not_needed: null,
    },
    prepaid,
  )

test('the page calls sums wrong exactly when the server would refuse them', () => {
  fc.assert(
    fc.property(someOrder, ({ goods, total, asked }) => {
      expect(check(goods, total, asked).fails).toBe(refusalOf(goods, total, asked) !== null)
    }),
  )
})

test('a changed total that is offered satisfies the server, once no line is empty', () => {
  const priced = someGoods.filter(({ price, quantity, discount }) => Math.round((price * quantity) / 1000) > discount)
  const offers = (remedy: Remedy) => remedy.kind === 'set_total'
  fc.assert(
    fc.property(
      fc.array(priced, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 900_000 }),
      (goods, asked) => {
        const order = { recipient: { name: '', phone: '' }, ttn: null, notes: '', goods, total: asked + 700 }
        const remedy = check(goods, order.total, asked).remedies.find(offers)
        const mended = remedy && { ...toDraft(order), ...applyRemedy(toDraft(order), remedy) }
        const refusal = mended && refusalOf(toGoods(mended.lines) ?? [], parseMoney(mended.total) ?? 0, asked)
        expect(refusal ?? null).toBeNull()
      },
    ),
  )
})
