import { expect } from 'vitest'
import { toCsvLine } from '#/contract/csv.ts'
import { toSearchForm, understandQuery } from '#/contract/order-search.ts'
import { EditOrderRequest, OrderListQuery } from '#/contract/orders.ts'
import { agentFamily } from '#/server/auth/rules.ts'
import { readCode } from '#/server/auth/codes/codes.ts'
import { payeeKey } from '#/server/cash-registers/payees/payee-rules.ts'
import { toKeyOwner } from '#/server/integrations/carrier/key-owner.ts'
import { readAnswer as readCarrier } from '#/server/integrations/carrier/read-answer.ts'
import { fromRecord } from '#/server/integrations/carrier/wire.ts'
import { defaultMapping } from '#/server/integrations/crm/mapping.ts'
import { readAnswer as readCrm } from '#/server/integrations/crm/read-answer.ts'
import { toUnits } from '#/server/integrations/decimal.ts'
import { readCheckboxAnswer } from '#/server/integrations/fiscal/checkbox/read-answer.ts'
import { fromEttn, fromReceipt } from '#/server/integrations/fiscal/checkbox/read-ettn.ts'
import { fromCashier, fromRegister } from '#/server/integrations/fiscal/checkbox/read-register.ts'
import { fromReport } from '#/server/integrations/fiscal/checkbox/read-z-report.ts'
import { toInstant } from '#/server/integrations/kyiv-time.ts'
import { toPhone } from '#/server/integrations/phone.ts'
import { retryAfterSeconds } from '#/server/integrations/retry-after.ts'
import { toTtn } from '#/server/integrations/ttn.ts'
import { shownName } from '#/server/money/importing/import-payout.ts'
import { readFileName } from '#/server/money/reading/file-name.ts'
import { readPayout } from '#/server/money/reading/read-payout.ts'
import { ownHosts } from '#/server/platform/http/edge/own-hosts.ts'
import { isPlainAddress } from '#/server/platform/http/edge/plain-address.ts'
import { networkOf } from '#/server/platform/http/edge/network-of.ts'
import { isOfOrder } from '#/server/receipts/machine/relation-id.ts'
import { csvOf, sampleRows, withCell, xlsxOf } from '#/test/support/payout-files.ts'

/** What an expression with two ways to match, or one that looks for its end from every sign, takes longest over. */
const kinds: Record<string, string> = {
  digits: '1',
  zeros: '0',
  letters: 'a',
  'Ukrainian letters': 'ї',
  'letters with points': 'а.',
  'digits with points': '1.',
  'digits with commas': '1,',
  blanks: ' ',
  'blanks of another kind': '\u00a0',
  newlines: '\n',
  tabs: '\t',
  commas: ',',
  semicolons: ';',
  slashes: '/',
  hyphens: '-',
  'equal signs': '=',
  'opening brackets': '[',
  'round brackets': '(',
  quotes: '"',
  apostrophes: '’',
  underscores: '_x000',
  'combining marks': '\u0301',
  emoji: '👩‍👩‍👧',
  'halves of letters': '\ud83d',
  'phones begun': '+38 (0',
  'beginnings of a word': 'мітк',
  'addresses begun': 'a@a.',
}

const headers = new Headers()
const now = new Date('2026-03-10T10:00:00Z')
const jsonOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
/** A megabyte in all, whatever the number of fields. */
const inFields = (names: readonly string[], text: string) =>
  Object.fromEntries(names.map((name) => [name, text.slice(0, Math.ceil(text.length / names.length))]))
const crm = (body: Buffer, status = 200) => readCrm({ status, headers, body }, { id: 1, mapping: defaultMapping, now })
const orderFields = [
  'id',
  'number',
  'ordered_at',
  'updated_at',
  'status',
  'ttn',
  'total',
  'notes',
  'phone',
  'recipient',
]
const carrier = (body: Buffer) =>
  readCarrier(
    { ok: true, answer: { status: 200, headers, body } },
    { key: 'test-key-of-carrier', now, may_be_empty: false },
  )
const parcelFields = [
  'Number',
  'Status',
  'StatusCode',
  'RecipientDateTime',
  'PhoneRecipient',
  'AfterpaymentOnGoodsCost',
]
const checkbox = (body: Buffer) =>
  readCheckboxAnswer({ status: 422, headers, body }, { proof: 'bearer', secrets: ['0000', 'test-key-of-license'], now })
const documentFields = [
  'id',
  'ettn_number',
  'ettnNumber',
  'status',
  'relation_id',
  'created_at',
  'error',
  'fiscal_code',
]
const xml = (inside: string): Buffer => xlsxOf(withCell(0, 2, { xml: inside }))
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const hosts = ownHosts('127.0.0.1', 'https://kasyr.example.ua')

/** Every reader of texts from outside. */
export const parsers: Record<string, (text: string) => unknown> = {
  'CSV: a whole file': (text) => readPayout(Buffer.from(text), 'a.csv'),
  'CSV: a cell': (text) => readPayout(csvOf(withCell(0, 2, text)), 'a.csv'),
  'CSV: a heading': (text) => readPayout(csvOf([[text], ...sampleRows()]), 'a.csv'),
  'XLSX: a number': (text) => readPayout(xml(`<c r="REF"><v>${escaped(text)}</v></c>`), 'a.xlsx'),
  'XLSX: a text': (text) => readPayout(xml(`<c r="REF" t="str"><v>${escaped(text)}</v></c>`), 'a.xlsx'),
  'XLSX: a date': (text) => readPayout(xml(`<c r="REF" t="d"><v>${escaped(text)}</v></c>`), 'a.xlsx'),
  'XLSX: a place': (text) => readPayout(xml(`<c r="${escaped(text)}"><v>1</v></c>`), 'a.xlsx'),
  'XLSX: a shared text': (text) => readPayout(xlsxOf(withCell(0, 2, text)), 'a.xlsx'),
  'XLSX: a text of its own': (text) => readPayout(xlsxOf(withCell(0, 2, text), { strings: 'inline' }), 'a.xlsx'),
  'XLSX: the look of a cell': (text) =>
    readPayout(
      xlsxOf(sampleRows(), {
        parts: { 'xl/styles.xml': `<styleSheet><numFmt numFmtId="164" formatCode="${escaped(text)}"/></styleSheet>` },
      }),
      'a.xlsx',
    ),
  'the name of a file': (text) => [readFileName(text), shownName(text)],
  'CRM: a whole answer': (text) => crm(Buffer.from(text)),
  'CRM: an error': (text) => crm(jsonOf({ id: 1, error: { message: text, data: { time: text } } }), 401),
  'CRM: an order': (text) => crm(jsonOf({ id: 1, result: { orders: [inFields(orderFields, text)] } })),
  'carrier: a whole answer': (text) => carrier(Buffer.from(text)),
  'carrier: errors': (text) =>
    carrier(jsonOf({ success: false, data: [], errors: [text], errorCodes: [text], warnings: { ID_1: text } })),
  'carrier: a parcel': (text) => fromRecord(inFields(parcelFields, text)),
  'carrier: the owner of a key': (text) => toKeyOwner({ Description: text }, [{ Phones: text, Description: text }]),
  'Checkbox: a whole answer': (text) => checkbox(Buffer.from(text)),
  'Checkbox: an error': (text) => checkbox(jsonOf({ code: text, message: text, detail: [{ loc: [text], msg: text }] })),
  'Checkbox: a document': (text) => {
    const reading = { hide: (said: string) => said, read_at: new Date('2026-03-10T12:00:00Z') }
    return [fromEttn, fromReceipt].map((read) => read(inFields(documentFields, text), reading))
  },
  'Checkbox: a register': (text) =>
    [fromRegister, fromCashier, fromReport].map((read) =>
      read(inFields([...documentFields, 'full_name', 'blocked'], text)),
    ),
  'a relation id': (text) => isOfOrder('12', `12${text}`),
  'a sum': (text) => [toUnits(text, 2), toUnits(`1${text}`, 3)],
  'a time': (text) => [toInstant(text), toInstant(`2026-03-10 ${text}`)],
  'a phone': (text) => toPhone(text),
  'a TTN': (text) => toTtn(text),
  'the name of a payee': (text) => payeeKey(text),
  'an edited order': (text) => EditOrderRequest.safeParse({ ttn: text, recipient_phone: text, notes: text }),
  'a search': (text) => OrderListQuery.safeParse({ q: text }),
  'what is searched for, within its bound': (text) => [
    understandQuery(text.slice(0, 200)),
    toSearchForm(text.slice(0, 200)),
  ],
  'a code typed': (text) => readCode(text),
  'a header: Host': (text) => hosts.has(text, undefined),
  'a header: X-Forwarded-For': (text) => networkOf(text),
  'a header: User-Agent': (text) => agentFamily(text),
  'a header: Retry-After': (text) =>
    retryAfterSeconds(new Headers({ 'retry-after': encodeURI(text.toWellFormed()) }), now),
  'an address': (text) => [isPlainAddress(text), isPlainAddress(`/api/v1/orders?q=${text}`)],
  'a cell of our own CSV': (text) => toCsvLine([text]),
}

export const megabyte = 1_048_576

async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** What it costs in this very run to look at every letter of a megabyte a few times. */
async function plainPass(): Promise<number> {
  const text = 'а1 '.repeat(megabyte / 3)
  const costs: number[] = []
  for (let time = 0; time < 5; time += 1)
    costs.push(await processorMs(() => [Array.from(text).length, JSON.stringify(JSON.parse(JSON.stringify(text)))]))
  return costs.toSorted((one, other) => one - other)[2] ?? 0
}

const once = await plainPass()
/** An expression of the second degree takes ten thousand times as long; a reader of archives some dozen times. */
const mostPasses = 60

/** Step by step: an expression of the second degree is caught before a megabyte of it would take hours. */
export async function expectFewPasses(name: string, sizes: readonly number[]): Promise<void> {
  const slow: string[] = []
  for (const [kind, unit] of Object.entries(kinds))
    for (const size of sizes) {
      // The sign at the end lets nothing match, so that every way is tried.
      const text = `${unit.repeat(Math.ceil(size / unit.length))}!`
      const work = () => parsers[name]?.(text)
      const first = await processorMs(work)
      // What runs beside it in this process must not be taken for it.
      const cost = first > once * mostPasses ? Math.min(first, await processorMs(work)) : first
      if (cost <= once * mostPasses) continue
      slow.push(`${size} of ${kind}: ${Math.round(cost / once)} passes`)
      // A larger one would take minutes.
      break
    }
  expect(slow).toEqual([])
}
