import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toOrdersTable, type ExportRow } from '#/server/orders/exporting/export-table.ts'
import { toCsvText } from '#/server/platform/csv-text.ts'
import { aCrmOrder } from '../support/orders.ts'
import { startShop } from '../support/shop.ts'

const { kasyr, client: auditor } = await startShop({
  role: 'auditor',
  orders: [
    aCrmOrder({ number: '1', ordered_at: '2026-03-08T21:59:59.000Z', total: 10_005 }),
    aCrmOrder({
      number: '2',
      ordered_at: '2026-03-08T22:00:00.000Z',
      total: 123_450,
      recipient: { name: '=HYPERLINK("http://evil")', phone: '380671112233' },
      notes: 'рядок 1\nрядок; 2',
    }),
    aCrmOrder({ number: '3', ordered_at: '2026-03-09T21:59:59.999Z', total: 1 }),
    aCrmOrder({ number: '4', ordered_at: '2026-03-09T22:00:00.000Z' }),
  ],
})

describe('the list as a file', () => {
  test('CSV opens in a Ukrainian spreadsheet: BOM, semicolons, decimal comma, Kyiv time, whole days', async () => {
    const answer = await auditor.get('/orders/export?format=csv&from=2026-03-09&to=2026-03-09')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="zamovlennia-usi-2026-03-09-2026-03-09.csv"',
    )
    const lines = answer.text.split('\r\n')
    expect(lines[0]).toMatch(/^\uFEFF?Замовлення;Час;Стан;Одержувач/)
    expect(lines[1]).toMatch(/^3;"09\.03\.2026, 23:59";Без чека;.*;0,01;;$/)
    expect(answer.text).toContain('2;"09.03.2026, 00:00"')
    expect(answer.text).toContain(';1234,50;')
    expect(answer.text).toContain('"рядок 1\nрядок; 2"')
    expect(answer.text).not.toContain('\r\n1;')
    expect(answer.text).not.toContain('\r\n4;')
  })

  test('the file begins with the mark of UTF-8', async () => {
    const answer = await fetch(`${kasyr.url}/api/v1/orders/export?format=csv`, {
      headers: { authorization: `Bearer ${auditor.token}` },
    })
    expect([...new Uint8Array(await answer.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  })

  test.each(['=1+1', '+380', '-5', '@cmd', '\tx', '\rx'])(
    'a text that begins like a formula (%j) is only a text',
    (text) => {
      const row: ExportRow = {
        number: text,
        ordered_at: '2026-03-09T07:05:00Z',
        tab: 'no_receipt',
        recipient_name: text,
        recipient_phone: '',
        ttn: null,
        status_text: null,
        goods: [],
        total: 0,
        cod_amount: null,
        notes: text,
      }
      for (const cell of toCsvText(toOrdersTable([row]))
        .split('\r\n')[1]
        ?.split(';') ?? [])
        expect(cell).not.toMatch(/^"?[=+\-@\t\r]/)
    },
  )

  test('XLSX has sums as numbers and texts as texts', async () => {
    const answer = await fetch(`${kasyr.url}/api/v1/orders/export?tab=no_receipt`, {
      headers: { authorization: `Bearer ${auditor.token}` },
    })
    expect(answer.headers.get('content-type')).toContain('spreadsheetml')
    const folder = mkdtempSync(join(tmpdir(), 'kasyr-xlsx-'))
    writeFileSync(join(folder, 'file.xlsx'), Buffer.from(await answer.arrayBuffer()))
    const sheet = execFileSync(
      'python3',
      [
        '-c',
        'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.read("xl/worksheets/sheet1.xml").decode()); print(z.read("xl/sharedStrings.xml").decode())',
        join(folder, 'file.xlsx'),
      ],
      { encoding: 'utf8' },
    )
    rmSync(folder, { recursive: true })
    expect(sheet).toContain('<v>1234.5</v>')
    expect(sheet).toContain('HYPERLINK')
    expect(sheet).not.toContain('<f>')
  })
  const numbersIn = async (query: string): Promise<string[]> => {
    const { text } = await auditor.get(`/orders/export?format=csv${query}`)
    return [...text.matchAll(/^(\d+);/gm)].map(([, number = '']) => number)
  }

  test('a tab has its own orders only, and what is hidden stands in no file', async () => {
    expect(await numbersIn('')).toEqual(['4', '3', '2', '1'])
    await kasyr.db.updateTable('orders').set({ has_receipt: true }).where('number', '=', '2').execute()
    await kasyr.db.updateTable('orders').set({ deleted_at: '2026-03-10T07:05:00Z' }).where('number', '=', '3').execute()
    expect(await numbersIn('')).toEqual(['4', '2', '1'])
    expect(await numbersIn('&tab=has_receipt')).toEqual(['2'])
    expect(await numbersIn('&tab=no_receipt')).toEqual(['4', '1'])
  })
})
