import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EditOrderRequest } from '#/contract/orders.ts'
import { findMistakes } from './find-mistakes.ts'
import { isDirty, nextEditing } from './order-editing.ts'
import { toDraft, toRequest, type Content, type OrderDraft } from './order-draft.ts'
import { parseQuantity } from './parse-quantity.ts'

const content: Content = {
  recipient: { name: 'Олена Шевченко', phone: '380671112233' },
  ttn: '20450000000001',
  notes: '',
  goods: [{ code: 'SKU-101', name: 'Чохол', price: 85_000, quantity: 1500, discount: 0 }],
  total: 127_500,
}
const base = toDraft(content)
const requestOf = (changes: Partial<OrderDraft>) => toRequest(base, { ...base, ...changes })
const mistakesOf = (changes: Partial<OrderDraft>) => findMistakes(base, { ...base, ...changes }).map(({ at }) => at)

test.each([
  ['2', 2000],
  ['0,5', 500],
  ['1.125', 1125],
  ['0', null],
  ['0,0001', null],
  ['два', null],
  ['1000001', null],
])('the quantity %j is %j thousandths', (typed, thousandths) => {
  expect(parseQuantity(typed)).toBe(thousandths)
})

test('what was not touched is not sent, however it is spelled', () => {
  expect(requestOf({})).toEqual({})
  expect(requestOf({ phone: '067 111-22-33', total: '1275', ttn: '2045 0000 0000 01' })).toEqual({})
  expect(requestOf({ phone: '0501112233' })).toEqual({ recipient: { name: 'Олена Шевченко', phone: '380501112233' } })
  expect(requestOf({ ttn: ' ' })).toEqual({ ttn: null })
})

test('a name the CRM left empty stops nobody from mending the TTN', () => {
  const nameless = toDraft({ ...content, recipient: { name: '', phone: '' }, goods: [] })
  expect(findMistakes(nameless, { ...nameless, ttn: '20450000000002' })).toEqual([])
})

test('every mistake has its place, in the order of the screen', () => {
  const [line] = base.lines
  const broken = { ...line, key: 0, name: '', code: '', price: 'x', quantity: '0', discount: '' }
  expect(mistakesOf({ name: ' ', phone: 'abc', ttn: '12', lines: [broken], total: '' })).toEqual([
    'name',
    'phone',
    'ttn',
    'line-0-name',
    'line-0-quantity',
    'line-0-price',
    'total',
  ])
  expect(mistakesOf({ lines: [] })).toEqual(['lines'])
})

test('what the page finds no mistake in, the contract takes', () => {
  const money = fc.oneof(
    fc.constantFrom('0', '150', '150,5', '7.05', '', '-1', '1000000000', '1000000000,01'),
    fc.string(),
  )
  const typedLine = fc.record({
    key: fc.nat(5),
    code: fc.string({ maxLength: 120 }),
    name: fc.string({ maxLength: 520 }),
    price: money,
    quantity: fc.oneof(fc.constantFrom('1', '0,5', '0', ''), fc.string()),
    discount: money,
  })
  const typed = fc.record({
    name: fc.string({ maxLength: 220 }),
    phone: fc.oneof(fc.constantFrom('', '0671112233', '+380 67 111 22 33'), fc.string()),
    ttn: fc.oneof(fc.constantFrom('', '20450000000009', '2045-0000 0000-09'), fc.string()),
    lines: fc.array(typedLine, { maxLength: 3 }),
    total: money,
    notes: fc.string(),
  })
  fc.assert(
    fc.property(typed, (draft) => {
      const request = toRequest(base, draft)
      const isTaken = findMistakes(base, draft).length > 0 || EditOrderRequest.safeParse(request).success
      expect(isTaken || Object.keys(request).length === 0, JSON.stringify(request)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

const order = { id: 'a', version: 3, ...content }
const begun = nextEditing(null, { type: 'begin', order })
const typedNotes = nextEditing(begun, { type: 'change', changes: { notes: 'моє', total: '1200' } })

test('somebody else’s change of another field is taken, and mine stays', () => {
  const merged = nextEditing(typedNotes, { type: 'arrived', order: { ...order, version: 4, ttn: '20450000000009' } })
  expect(merged).toMatchObject({ version: 4, conflicts: [], taken: ['ttn'] })
  expect(merged?.draft).toMatchObject({ ttn: '20450000000009', notes: 'моє', total: '1200' })
})

test('of a field both have changed a person chooses, one by one', () => {
  const theirs = { ...order, version: 4, notes: 'їхнє', total: 100_000 }
  const both = nextEditing(typedNotes, { type: 'arrived', order: theirs })
  expect(both).toMatchObject({ conflicts: ['total', 'notes'], taken: [] })
  const kept = nextEditing(both, { type: 'keep_mine', fields: ['total'] })
  const taken = nextEditing(kept, { type: 'take_theirs', fields: ['notes'] })
  expect(taken).toMatchObject({ conflicts: [], draft: { total: '1200', notes: 'їхнє' } })
  expect(taken && toRequest(taken.base, taken.draft)).toEqual({ total: 120_000 })
})

test('a newer version of the same content asks nobody, and an older one changes nothing', () => {
  expect(nextEditing(typedNotes, { type: 'arrived', order: { ...order, version: 5 } })).toMatchObject({
    version: 5,
    conflicts: [],
    taken: [],
    theirs: null,
  })
  expect(nextEditing(typedNotes, { type: 'arrived', order: { ...order, version: 2, notes: 'давнє' } })).toBe(typedNotes)
})

test('typing a thing back makes nothing to save', () => {
  expect(isDirty(begun)).toBe(false)
  expect(isDirty(typedNotes)).toBe(true)
  expect(isDirty(nextEditing(typedNotes, { type: 'change', changes: { notes: '', total: '1 275,00' } }))).toBe(false)
})
