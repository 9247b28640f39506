import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CrmMapping, defaultMapping, parseMapping } from './mapping.ts'
import { fromResult, toRpc } from './wire.ts'

const line = { sku: 'ЧАЙ-1', name: 'Чай «Карпатський»', price: '125.50', quantity: 2, discount: '1.00' }
const order = {
  id: 17,
  number: 'UA-17',
  created_at: '2026-01-05 10:20:30',
  updated_at: '2026-01-06T08:00:00Z',
  status: 'new',
  recipient: { name: 'Лук’яненко Соломія', phone: '+38 (067) 123-45-67' },
  ttn: '2045 0000 0000 01',
  comment: 'Подзвонити після 18:00',
  total: 250,
  goods: [line],
}
const decoded = {
  crm_id: '17',
  number: 'UA-17',
  ordered_at: '2026-01-05T08:20:30.000Z',
  updated_at: '2026-01-06T08:00:00.000Z',
  status: 'new',
  recipient: { name: 'Лук’яненко Соломія', phone: '380671234567' },
  ttn: '20450000000001',
  notes: 'Подзвонити після 18:00',
  goods: [{ code: 'ЧАЙ-1', name: 'Чай «Карпатський»', price: 12_550, quantity: 2000, discount: 100 }],
  total: 25_000,
}
const read = (...orders: unknown[]) => fromResult({ orders, total: orders.length }, defaultMapping)
const problemOf = (...orders: unknown[]) => {
  const page = read(...orders)
  return 'problem' in page ? page.problem : 'none'
}

test('an order of the default protocol comes out in our words', () => {
  expect(read(order)).toEqual({ orders: [decoded], unreadable: [], total: 1 })
})

test.each([
  ['ids as text', { id: '17' }, {}],
  ['goods keyed by number', { goods: { 3: line } }, {}],
  ['no goods', { goods: null, total: 0 }, { goods: [], total: 0 }],
  ['an empty TTN', { ttn: ' ' }, { ttn: null }],
  ['no TTN', { ttn: null }, { ttn: null }],
  ['a TTN that was a number', { ttn: 20_450_000_000_001 }, {}],
  ['a TTN with dashes', { ttn: '2045-0000-0000-01' }, {}],
  ['a TTN of another carrier', { ttn: 'CV 123 UA' }, { ttn: 'CV123UA' }],
  ['no number of its own', { number: '' }, { number: '17' }],
  ['no time of change', { updated_at: undefined }, { updated_at: null }],
  ['no sum: the lines are added up', { total: null }, { total: 25_000 }],
  ['no comment', { comment: null }, { notes: '' }],
  ['nobody to receive it', { recipient: null }, { recipient: { name: '', phone: '' } }],
  ['NUL and half a surrogate pair', { comment: 'a\0b\ud800c' }, { notes: 'a\u{fffd}b\u{fffd}c' }],
  ['markup and direction marks', { comment: '<b>\u{202e}=1+1' }, { notes: '<b>\u{202e}=1+1' }],
])('%s', (_name, change, difference) => {
  expect(read({ ...order, ...change })).toEqual({ orders: [{ ...decoded, ...difference }], unreadable: [], total: 1 })
})

test('__proto__ in an order is a field like any other and changes nothing', () => {
  const hostile: unknown = JSON.parse(JSON.stringify(order).replace('{', '{"__proto__":{"total":1,"ttn":"x"},'))
  expect(read(hostile)).toEqual({ orders: [decoded], unreadable: [], total: 1 })
  expect(Object.keys(Object.prototype)).toEqual([])
})

describe('an order that cannot be read stands beside the others of its page, with its field and why', () => {
  test.each([
    [{ total: '12.345' }, 'total', 'не сума в гривнях із цілими копійками'],
    [{ goods: [line, { ...line, price: 'дешево' }] }, 'goods/1/price', 'не сума в гривнях із цілими копійками'],
    [{ goods: [line, { ...line, price: -50 }] }, 'goods/1/price', 'сума менша за нуль'],
    [{ goods: [{ ...line, discount: '-50.00' }] }, 'goods/0/discount', 'сума менша за нуль'],
    [{ goods: [{ ...line, quantity: 0 }] }, 'goods/0/quantity', 'не кількість (більша за 0, до тисячних)'],
    [{ goods: [{ ...line, name: '', sku: '' }] }, 'goods/0/name', 'порожнє'],
    [{ goods: [{ ...line, name: 'я'.repeat(501) }] }, 'goods/0/name', 'понад 500 символів'],
    [{ goods: ['чай'] }, 'goods/0', 'очікували об’єкт'],
    [{ goods: { first: line } }, 'goods', 'очікували список'],
    [{ goods: Array.from({ length: 1001 }, () => line) }, 'goods', 'понад 1000 позицій'],
    [{ created_at: 'учора' }, 'ordered_at', 'не час'],
    [{ comment: 'я'.repeat(10_001) }, 'notes', 'понад 10000 символів'],
    [{ comment: { text: 'a' } }, 'notes', 'очікували текст'],
    [{ status: true }, 'status', 'очікували текст'],
  ])('%j', (change, field, detail) => {
    const name = { key: '17', crm_id: '17', number: 'UA-17', updated_at: '2026-01-06T08:00:00.000Z' }
    expect(read({ ...order, id: 16 }, { ...order, ...change }, { ...order, id: 18 })).toEqual({
      orders: [
        { ...decoded, crm_id: '16' },
        { ...decoded, crm_id: '18' },
      ],
      unreadable: [{ ...name, field, detail, place: 1 }],
      total: 3,
    })
  })

  test('also when its number, its time or even its id cannot be read', () => {
    const unreadableOf = (change: object) => {
      const page = read({ ...order, id: 16 }, { ...order, ...change })
      return 'problem' in page ? page.problem : page.unreadable
    }
    expect(unreadableOf({ number: { a: 1 } })).toMatchObject([{ crm_id: '17', number: null, field: 'number' }])
    expect(unreadableOf({ updated_at: 'учора' })).toMatchObject([{ crm_id: '17', updated_at: null, detail: 'не час' }])
    expect(unreadableOf({ id: null })).toMatchObject([{ crm_id: null, field: 'crm_id', detail: 'порожнє' }])
    expect(unreadableOf({ id: 2 ** 60 })).toMatchObject([
      { key: expect.stringMatching(/^\? [0-9a-f]{32}$/), crm_id: null, number: 'UA-17' },
    ])
    expect(unreadableOf({ id: '<script>' })).toEqual([])
  })
})

describe('a page that is no page is refused whole', () => {
  test.each([[[null]], [['чай', 1]], [[{ ...order, id: null }]], [[{}]]])('orders %j', (orders) => {
    expect(problemOf(...orders)).toMatch(/^замовлення № 1 на сторінці, поле /)
  })

  test('the same id twice, also once as a number and once as text', () => {
    expect(problemOf(order, { ...order, id: '17' })).toBe('сторінка, поле crm_id: 17 стоїть двічі')
    expect(problemOf(order, { ...order, total: 'x' })).toBe('сторінка, поле crm_id: 17 стоїть двічі')
  })

  test.each([
    [null],
    [[]],
    ['text'],
    [{}],
    [{ orders: null }],
    [{ orders: 'none' }],
    [{ orders: [], total: 'багато' }],
  ])('the result %j', (result) => {
    expect(fromResult(result, defaultMapping)).toHaveProperty('problem')
  })

  test('no JSON at all makes decoding throw', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.constantFrom(...Object.keys(order)), (value, other, field) => {
        const page = read({ ...order, [field]: value }, other)
        expect('problem' in page || page.orders.length + page.unreadable.length === 2).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the mapping file', () => {
  const parse = (json: unknown) => CrmMapping.parse(parseMapping(JSON.stringify(json)))

  test('renames the method and the parameters', () => {
    const params = { updated_from: 'since', limit: 'per_page', page: 'page', fixed: { deleted: false } }
    const rpc = toRpc({ updated_from: null, limit: 50, offset: 2 }, 3, parse({ method: 'orders.list', params }))
    expect(rpc).toEqual({
      jsonrpc: '2.0',
      id: 3,
      method: 'orders.list',
      params: { deleted: false, since: null, per_page: 50, page: 3 },
    })
  })

  test('says that a CRM has no pages', () => {
    const rpc = toRpc({ updated_from: null, limit: 50, offset: 0 }, 3, parse({ params: { offset: null } }))
    expect(rpc.params).toEqual({ updated_from: null, limit: 50 })
  })

  test('an order as SalesDrive has it: names in parts, phones in a list, delivery a list or an object', () => {
    const mapping = parse({
      result: { orders: '/data', total: '/pagination/total' },
      order: {
        number: ['/externalId', '/id'],
        ordered_at: '/orderTime',
        updated_at: '/updateTime',
        status: '/statusId',
        recipient_name: { join: ['/primaryContact/lName', '/primaryContact/fName', '/primaryContact/mName'] },
        recipient_phone: '/primaryContact/phone',
        ttn: ['/ord_delivery_data/0/trackingNumber', '/ord_delivery_data/trackingNumber'],
        total: '/paymentAmount',
        goods: '/products',
      },
      goods: {
        code: ['/sku', '/barcode'],
        name: ['/text', '/name'],
        price: ['/price', '/costPerItem'],
        quantity: '/amount',
      },
    })
    const theirs = {
      id: '901',
      externalId: null,
      orderTime: '2026-01-05 10:20:30',
      statusId: 4,
      primaryContact: { fName: 'Єва', lName: 'Ґалаґан', mName: null, phone: ['0671234567'] },
      ord_delivery_data: { trackingNumber: '20450000000001' },
      paymentAmount: 251.5,
      products: { 1: { sku: '', barcode: '482', text: 'Мед', costPerItem: '503', amount: '0.5' } },
    }
    const ours = {
      crm_id: '901',
      number: '901',
      ordered_at: '2026-01-05T08:20:30.000Z',
      updated_at: null,
      status: '4',
      recipient: { name: 'Ґалаґан Єва', phone: '380671234567' },
      ttn: '20450000000001',
      notes: '',
      goods: [{ code: '482', name: 'Мед', price: 50_300, quantity: 500, discount: 0 }],
      total: 25_150,
    }
    const result = (delivery: unknown) => ({
      data: [{ ...theirs, ord_delivery_data: delivery }],
      pagination: { total: '1' },
    })
    expect(fromResult(result(theirs.ord_delivery_data), mapping)).toEqual({ orders: [ours], unreadable: [], total: 1 })
    expect(fromResult(result([theirs.ord_delivery_data]), mapping)).toEqual({
      orders: [ours],
      unreadable: [],
      total: 1,
    })
    expect(fromResult(result(null), mapping)).toEqual({ orders: [{ ...ours, ttn: null }], unreadable: [], total: 1 })
  })

  test('an order as KeyCRM has it: the one who receives it, or else the one who bought it', () => {
    const mapping = parse({
      result: { orders: '/data', total: '/total' },
      order: {
        number: ['/source_uuid', '/id'],
        ordered_at: ['/ordered_at', '/created_at'],
        status: '/status_id',
        recipient_name: ['/shipping/recipient_full_name', '/buyer/full_name'],
        recipient_phone: ['/shipping/recipient_phone', '/buyer/phone'],
        ttn: '/shipping/tracking_code',
        notes: { join: ['/manager_comment', '/buyer_comment'] },
        total: '/grand_total',
        goods: '/products',
      },
      goods: { discount: '/total_discount' },
    })
    const theirs = {
      id: 5,
      source_uuid: 'R-5',
      created_at: '2026-01-05T08:20:30.000000Z',
      updated_at: '2026-01-05T08:20:31.000000Z',
      status_id: 1,
      buyer: { full_name: 'Остап Щур', phone: '+380501112233' },
      shipping: { recipient_full_name: '', recipient_phone: null, tracking_code: '' },
      manager_comment: 'Терміново',
      buyer_comment: 'Дякую',
      grand_total: 90,
      products: [{ sku: 'A', name: 'Свічка', price: 100, quantity: 1, total_discount: 10 }],
    }
    expect(fromResult({ data: [theirs], total: 1 }, mapping)).toMatchObject({
      orders: [
        {
          number: 'R-5',
          recipient: { name: 'Остап Щур', phone: '380501112233' },
          ttn: null,
          notes: 'Терміново Дякую',
          total: 9000,
          goods: [{ code: 'A', price: 10_000, quantity: 1000, discount: 1000 }],
        },
      ],
    })
  })

  test.each([
    ['{', 'файл не є JSON'],
    ['[]', 'файл:'],
    ['{"order":{"ttn":"ttn"}}', 'order.ttn: Очікується JSON-вказівник'],
    ['{"fields":{}}', 'fields'],
    ['{"signing":{"digest":"crc32"}}', 'signing.digest'],
  ])('%s is refused with the place', (text, problem) => {
    expect(parseMapping(text)).toEqual({ problem: expect.stringContaining(problem) })
  })
})
