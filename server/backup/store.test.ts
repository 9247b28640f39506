import { expect, test } from 'vitest'
import { inOrder } from './store.ts'

const tables = (...names: string[]) => names.map((name) => ({ name, columns: ['id'] }))
const refers = (from: string, to: string) => ({ from, to })

test('every table comes after those it refers to, and one that refers to itself is no circle', () => {
  const references = [refers('lines', 'orders'), refers('orders', 'people'), refers('people', 'people')]
  expect(inOrder(tables('lines', 'orders', 'people', 'alone'), references).map(({ name }) => name)).toEqual([
    'people',
    'orders',
    'lines',
    'alone',
  ])
})

test('a circle is said, not walked for ever', () => {
  expect(() => inOrder(tables('one', 'other'), [refers('one', 'other'), refers('other', 'one')])).toThrow('circle')
})
