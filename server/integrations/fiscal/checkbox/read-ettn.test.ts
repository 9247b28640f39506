import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentStatuses } from '../ettn-client.ts'
import { hideSecrets } from '../failure-words.ts'
import { fromEttn, fromReceipt, toPrepaymentDocument } from './read-ettn.ts'

const read_at = new Date('2026-09-10T12:00:00Z')
const same = { hide: (text: string) => text, read_at }

/** The example of the reference (5.4). */
const example = {
  id: '5b0c7d5e-0d3a-4a53-9b0c-0f4b8f2b6f10',
  ettnNumber: '20450000000001',
  description: '',
  recipientPhone: '380671112233',
  senderPhone: '380501112233',
  receiptBody: {},
  totalSum: 120000,
  employee: {
    id: '0f6a3c1e-58a5-4c53-8f5b-6a3f0a2b1c11',
    login: 'cashier01',
    dateCreated: '2026-01-10T08:00:00+00:00',
  },
  cashRegister: { id: '7d1c7f0a-6a43-4a49-9a0e-1f1c5f2b3c12', fiscalNumber: '4000000001' },
  status: 'CREATED',
  lastCheckDate: '2026-09-10T12:00:00+00:00',
  hasWebhook: false,
  provider: 'novapost',
  dateCreated: '2026-09-10T12:00:00.123456+03:00',
}
const read = {
  id: '5b0c7d5e-0d3a-4a53-9b0c-0f4b8f2b6f10',
  ttn: '20450000000001',
  amount: 120_000,
  register_fiscal_number: '4000000001',
  relation_id: null,
  status: 'waiting',
  raw_status: 'CREATED',
  created_at: '2026-09-10T09:00:00.123Z',
  receipt_id: null,
  return_receipt_id: null,
  is_copy_undelivered: false,
  error: null,
}

describe('a document', () => {
  test('is read as published, and in the other spelling of names', () => {
    expect(fromEttn(example, same)).toEqual(read)
    const { ettnNumber, totalSum, cashRegister, dateCreated, ...rest } = example
    const snake = {
      ...rest,
      ettn_number: ettnNumber,
      total_sum: totalSum,
      cash_register: { fiscal_number: cashRegister.fiscalNumber },
      date_created: dateCreated,
    }
    expect(fromEttn(snake, same)).toEqual(read)
    expect(fromEttn({ ...snake, ettnNumber: null, zzz: 1 }, same)).toEqual(read)
    expect(fromEttn({ ettnNumber, ...snake, ettn_number: null }, same)).toEqual(read)
  })

  test.each([
    ['CREATED', 'waiting'],
    ['created', 'waiting'],
    ['DONE', 'fiscalized'],
    ['Done', 'fiscalized'],
    ['DONE_WITHOUT_SMS', 'fiscalized'],
    ['done_without_sms', 'fiscalized'],
    ['RECEIPT_ERROR', 'receipt_error'],
    ['CANCELLED', 'cancelled'],
    ['RETURNED', 'returned'],
    ['ON_ITS_WAY_TO_SOMETHING_ENTIRELY_NEW', 'unrecognised'],
  ])('of status %s is %s, and the word is kept', (raw_status, status) => {
    const is_copy_undelivered = /sms/i.test(raw_status)
    expect(fromEttn({ ...example, status: raw_status }, same)).toMatchObject({
      status,
      raw_status,
      is_copy_undelivered,
    })
  })

  test('in another currency is nothing we recognise, and the currency is told', () => {
    for (const currency of ['UAH', 'uah', '980', 980, null])
      expect(fromEttn({ ...example, currency }, same)).toMatchObject({ status: 'waiting', raw_status: 'CREATED' })
    expect(fromEttn({ ...example, currency: 'USD' }, same)).toMatchObject({
      status: 'unrecognised',
      raw_status: 'CREATED, валюта USD',
    })
  })

  test('tells of which chain it is', () => {
    const receiptRelationId = '84211-'.padEnd(256, 'x')
    expect(fromEttn({ ...example, receiptRelationId }, same)).toMatchObject({ relation_id: receiptRelationId })
  })

  test('may have null or nonsense anywhere but in its id', () => {
    const nothing = {
      ...read,
      ttn: null,
      amount: null,
      register_fiscal_number: null,
      status: 'unrecognised',
      raw_status: '',
      created_at: null,
    }
    const fields = Object.keys(example).filter((name) => name !== 'id')
    for (const junk of [null, {}, [], true, -1.5]) {
      const spoiled = Object.fromEntries(fields.map((name) => [name, junk]))
      expect(fromEttn({ ...spoiled, id: example.id }, same)).toEqual(nothing)
    }
    expect(fromEttn({ id: example.id }, same)).toEqual(nothing)
  })

  test.each([null, 7, 'text', [], {}, { ...example, id: null }, { ...example, id: '' }, { ...example, id: '../me' }])(
    'without an id that could be asked for is none: %j',
    (json) => {
      expect(fromEttn(json, same)).toBeNull()
    },
  )

  test('tells why it failed in their words, without a phone or a secret, however long', () => {
    const hide = (text: string) => hideSecrets(['the-key'], text)
    const rawError = `Тел. +38 (067) 111-22-33, 380671112233, 0671112233, ТТН 20450000000001, ключ the-key${' …'.repeat(200)}`
    const error = fromEttn({ ...example, rawError, receiptId: 'r-1', returnReceiptId: 'r-2' }, { hide, read_at })
    expect(error).toMatchObject({
      receipt_id: 'r-1',
      return_receipt_id: 'r-2',
      error: expect.stringMatching(/^Тел\. …, …, …, ТТН 20450000000001, ключ … …/),
    })
    expect(error?.error?.length).toBeLessThanOrEqual(200)
  })
})

describe('a receipt', () => {
  const receipt = {
    id: 'b9d3c8a2-1111-4222-8333-444455556666',
    status: 'DONE',
    total_sum: 120_000,
    total_payment: 20_000,
    fiscal_code: 'TEST-xxxxxx',
    fiscal_date: '2026-09-10T12:00:00',
    created_at: '2026-09-10T11:59:58Z',
    transaction: { response_error_message: null },
  }

  test('is read with its page for the buyer; a time without a zone is the time in Kyiv', () => {
    expect(fromReceipt(receipt, same)).toEqual({
      id: receipt.id,
      status: 'done',
      fiscal_code: 'TEST-xxxxxx',
      fiscalized_at: '2026-09-10T09:00:00.000Z',
      receipt_url: `https://check.checkbox.ua/${receipt.id}`,
      tax_url: null,
      amount: 20_000,
      shift_id: null,
      payment_label: null,
      is_created_offline: null,
      is_sent_dps: null,
      error: null,
      raw_status: 'DONE',
      created_at: '2026-09-10T11:59:58.000Z',
      relation_id: null,
    })
    expect(fromReceipt({ ...receipt, total_payment: null }, same)).toMatchObject({ amount: 120_000 })
  })

  test.each([
    ['CREATED', 'pending', 'waiting'],
    ['DONE', 'done', 'fiscalized'],
    ['done', 'done', 'fiscalized'],
    ['ERROR', 'error', 'receipt_error'],
    ['CANCELLED', 'cancelled', 'cancelled'],
    ['CANCELLATION', 'pending', 'waiting'],
    ['SOMETHING_NEW', 'pending', 'waiting'],
    [null, 'pending', 'waiting'],
  ])('of status %s is %s, and as a prepayment %s', (status, read, document) => {
    const found = fromReceipt({ ...receipt, status }, same)
    expect(found?.status).toBe(read)
    expect(found && toPrepaymentDocument(found)).toMatchObject({ id: receipt.id, ttn: null, status: document })
  })

  test('tells how the tax service knows it, and links to that service alone', () => {
    const tax_url = 'https://cabinet.tax.gov.ua/cashregs/check?id=Abc_123&date=20260910&fn=4000123456&sm=1200.00'
    const offline = { is_created_offline: true, is_sent_dps: false }
    expect(fromReceipt({ ...receipt, tax_url, ...offline }, same)).toMatchObject({ tax_url, ...offline })
    for (const elsewhere of [
      tax_url.replace('https', 'http'),
      tax_url.replace('.ua/', '.ua.evil.example/'),
      tax_url.replace('cabinet', 'user@evil.example/cabinet'),
      `${tax_url}"><script>`,
      `\n${tax_url}`,
      'javascript:alert(1)',
    ])
      expect(fromReceipt({ ...receipt, tax_url: elsewhere }, same)).toMatchObject({ tax_url: null })
  })

  test('that failed says why', () => {
    const transaction = { response_error_message: 'Помилка підпису, тел. 380671112233' }
    expect(
      fromReceipt({ ...receipt, status: 'ERROR', transaction }, { hide: (text) => hideSecrets([], text), read_at }),
    ).toMatchObject({
      status: 'error',
      error: 'Помилка підпису, тел. …',
    })
  })
})

test('whatever JSON there is, it is a document of ours or none, and nothing throws', () => {
  const names = [...Object.keys(example), 'transaction', 'fiscal_date', 'total_payment', '__proto__', 'constructor']
  const named = fc.dictionary(fc.constantFrom(...names), fc.jsonValue())
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), named), (json) => {
      const given: unknown = JSON.parse(JSON.stringify(json))
      const document = fromEttn(given, same)
      expect(document === null || documentStatuses.includes(document.status)).toBe(true)
      const receipt = fromReceipt(given, same)
      expect(receipt === null || receipt.id.length > 0).toBe(true)
    }),
    { numRuns: 2000 },
  )
})
