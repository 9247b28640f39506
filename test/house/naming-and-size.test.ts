import { describe, expect, test } from 'vitest'
import { emptyNames, longFiles, longFunctions, vagueClasses } from './naming-and-size.ts'

describe('a name that says nothing is found', () => {
  test.each([
    ['server/utils/money.ts', '', 'lies in utils/'],
    ['dashboard/helpers/format.ts', '', 'lies in helpers/'],
    ['test/helpers/people.ts', '', 'lies in helpers/'],
    ['server/orders/types.ts', '', 'says nothing by its name'],
    ['server/orders/utils.ts', '', 'says nothing by its name'],
    ['server/orders/order-service.ts', '', 'is named after no thing'],
    ['server/orders/order.manager.ts', '', 'is named after no thing'],
    ['server/orders/index.ts', "export { a } from './a.ts'\nconst b = 1", 'is a barrel'],
    ['server/orders/orders.ts', "export * from './a.ts'\nexport * from './b.ts'", 'is a barrel'],
  ])('%s', (path, text, fault) => {
    expect(emptyNames([{ path, text }])).toEqual([`${path} ${fault}`])
  })

  test('also of a class', () => {
    const text = 'export class OrderService {}\nexport class JobManager {}\nexport class ApiClient {}'
    expect(vagueClasses([{ path: 'server/orders/x.ts', text }])).toEqual([
      'server/orders/x.ts:1 class OrderService is named after no thing',
      'server/orders/x.ts:2 class JobManager is named after no thing',
    ])
  })

  test('and names that say something are left alone', () => {
    const text = "export type { Logger } from 'pino'\nexport const startService = 1"
    const paths = ['server/service.ts', 'server/orders/store.ts', 'test/support/child-service.ts', 'dashboard/index.ts']
    expect(paths.flatMap((path) => emptyNames([{ path, text: path.endsWith('index.ts') ? '' : text }]))).toEqual([])
  })
})

const lines = (count: number, line = 'a()'): string => Array.from({ length: count }, () => line).join('\n')

test('a file of more than 300 lines is found', () => {
  expect(longFiles([{ path: 'server/a.ts', text: `${lines(300)}\n` }])).toEqual([])
  expect(longFiles([{ path: 'server/a.ts', text: lines(301) }])).toEqual([
    'server/a.ts has 301 lines, 300 are the most',
  ])
})

describe('a function of more than 60 lines is found', () => {
  const inFile = (text: string, path = 'server/auth/x.ts') => longFunctions([{ path, text }])

  test.each([
    ['a declaration', (body: string) => `function long() {\n${body}\n}`],
    ['an arrow', (body: string) => `const long = () => {\n${body}\n}`],
    ['a method', (body: string) => `const api = { long() {\n${body}\n} }`],
  ])('%s', (_kind, wrap) => {
    expect(inFile(wrap(lines(58)))).toEqual([])
    expect(inFile(wrap(lines(59)))).toEqual(['server/auth/x.ts:1 is a function of 61 lines, 60 are the most'])
  })

  test('where functions within it count for themselves', () => {
    const inner = `function inner() {\n${lines(40)}\n}`
    expect(inFile(`function outer() {\n${inner}\n${lines(40)}\n}`)).toEqual([])
    expect(inFile(`function outer() {\n${lines(60)}\nfunction inner() {\n}\n}`)).toEqual([
      'server/auth/x.ts:1 is a function of 63 lines, 60 are the most',
    ])
  })

  test('where all of them together are counted too', () => {
    const inner = `function inner() {\n${lines(30)}\n}`
    expect(inFile(`function outer() {\n${inner}\n${inner}\n${inner}\n}`)).toEqual([])
    expect(inFile(`function outer() {\n${inner}\n${inner}\n${inner}\n${lines(3)}\n}`)).toEqual([
      'server/auth/x.ts:1 is a function of 101 lines with all in it, 100 are the most',
    ])
  })

  test('where one that is known is left alone, and must leave the list once it is short', () => {
    const path = 'server/auth/x.ts'
    expect(longFunctions([{ path, text: `const long = () => {\n${lines(80)}\n}` }], [path])).toEqual([])
    expect(longFunctions([{ path, text: 'const short = 1' }], [path])).toEqual([
      `${path} has no long function any more: take it from the list in test/house/naming-and-size.ts`,
    ])
  })

  test('where every route of a route module counts for itself', () => {
    const route = `http.get('/a', {\n${lines(20, 'b: 1,')}\n}, handler)`
    const module = `const routes = async (http) => {\n${route}\n${route}\n${route}\n${route}\n}`
    expect(inFile(module, 'server/auth/login/routes.ts')).toEqual([])
    expect(inFile(module)).toHaveLength(1)
  })

  test('but not in tests', () => {
    expect(inFile(`const long = () => {\n${lines(80)}\n}`, 'server/auth/x.test.ts')).toEqual([])
  })
})
