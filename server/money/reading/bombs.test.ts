import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  relationshipsXml,
  sampleRows,
  workbookXml,
  xlsxOf,
  xlsxParts,
  zipOf,
  type ZipPart,
} from '#/test/support/payout-files.ts'
import { limits } from './limits.ts'
import { readPayout } from './read-payout.ts'

describe('a bomb is put out', () => {
  const megabytes = (count: number): Buffer => Buffer.alloc(count * 1024 * 1024, `<a>${' '.repeat(1017)}</a>`)
  const withSheet = (data: Uint8Array, lie: Partial<ZipPart> = {}): Buffer => {
    const others = xlsxParts(sampleRows()).filter(({ name }) => !name.endsWith('sheet1.xml'))
    return zipOf([...others, { name: 'xl/worksheets/sheet1.xml', data, ...lie }])
  }
  const chunk = 64 * 1024

  test('one that says how large it is stops at the bound', async () => {
    const meter = { inflated: 0 }
    const reading = await readPayout(withSheet(Buffer.concat([Buffer.from('<worksheet>'), megabytes(51)])), '', meter)
    expect(reading).toMatchObject({ ok: false, refusal: { code: 'money.file_too_large' } })
    expect(meter.inflated).toBeGreaterThan(limits.unpackedBytes)
    expect(meter.inflated).toBeLessThanOrEqual(limits.unpackedBytes + chunk)
  })

  test('one that says it is small stops where it said it would end', async () => {
    const meter = { inflated: 0 }
    const reading = await readPayout(
      withSheet(Buffer.concat([Buffer.from('<worksheet>'), megabytes(8)]), { size: 5000 }),
      '',
      meter,
    )
    expect(reading).toMatchObject({ ok: false, refusal: { code: 'money.file_damaged' } })
    expect(meter.inflated).toBeLessThan(chunk)
  })

  test('one inside another is not unpacked a second time', async () => {
    const meter = { inflated: 0 }
    const reading = await readPayout(withSheet(deflateRawSync(megabytes(8))), '', meter)
    expect(reading).toMatchObject({ ok: false, refusal: { code: 'money.file_damaged' } })
    expect(meter.inflated).toBeLessThan(1024 * 1024)
  })

  test('one in a part that nobody reads is not unpacked at all', async () => {
    const meter = { inflated: 0 }
    const reading = await readPayout(
      zipOf([...xlsxParts(sampleRows()), { name: 'xl/media/image1.png', data: megabytes(8) }]),
      '',
      meter,
    )
    expect(reading).toMatchObject({ ok: true })
    expect(meter.inflated).toBeLessThan(chunk)
  })

  test('parts that are small enough one by one are counted together', async () => {
    const meter = { inflated: 0 }
    const space = megabytes(26)
    const strings = Buffer.concat([Buffer.from('<sst>'), space, Buffer.from('</sst>')])
    const styles = Buffer.concat([Buffer.from('<styleSheet>'), space, Buffer.from('</styleSheet>')])
    const others = xlsxParts(sampleRows()).filter(({ name }) => !/sharedStrings|styles/.test(name))
    const file = zipOf([
      ...others,
      { name: 'xl/sharedStrings.xml', data: strings },
      { name: 'xl/styles.xml', data: styles },
    ])
    expect(await readPayout(file, '', meter)).toMatchObject({ ok: false, refusal: { code: 'money.file_too_large' } })
    expect(meter.inflated).toBeLessThanOrEqual(limits.unpackedBytes + chunk)
  })

  const many = (piece: string, count: number): string => piece.repeat(count)
  const hoards: [string, string, string][] = [
    [
      'attributes of one tag',
      'xl/workbook.xml',
      workbookXml(`<sheet ${Array.from({ length: 300_000 }, (_none, index) => `a${index}=""`).join(' ')}/>`),
    ],
    ['signs of one attribute', 'xl/workbook.xml', workbookXml(`<sheet state="я${many('&amp;', 1_000_000)}"/>`)],
    ['signs of one name', 'xl/workbook.xml', workbookXml(`<${many('a', 5_000_000)}/>`)],
    ['sheets', 'xl/workbook.xml', workbookXml(many('<sheet/>', 500_000))],
    ['relationships', 'xl/_rels/workbook.xml.rels', relationshipsXml(many('<Relationship/>', 300_000))],
    ['styles', 'xl/styles.xml', `<styleSheet><cellXfs>${many('<xf numFmtId="14"/>', 300_000)}</cellXfs></styleSheet>`],
    [
      'formats',
      'xl/styles.xml',
      `<styleSheet>${Array.from({ length: 150_000 }, (_none, id) => `<numFmt numFmtId="${id}" formatCode="d"/>`).join('')}</styleSheet>`,
    ],
    ['signs of one comment', 'xl/worksheets/sheet1.xml', `<worksheet><!--${many('x', 5_000_000)}--></worksheet>`],
    ['signs of one text', 'xl/worksheets/sheet1.xml', `<worksheet>я${many('&amp;', 1_000_000)}</worksheet>`],
  ]

  test.for(hoards)('one that makes the reader gather %s stops before its end', async ([, part, xml]) => {
    const meter = { inflated: 0 }
    const reading = await readPayout(xlsxOf(sampleRows(), { parts: { [part]: xml } }), '', meter)
    expect(reading).toMatchObject({ ok: false, refusal: { code: 'money.file_too_large' } })
    expect(meter.inflated).toBeLessThan(xml.length)
  })
})

describe('whatever the bytes are, there is an answer', () => {
  test('for every cut and every turned bit of a payout list: a refusal, or the list as it was', async () => {
    const whole = xlsxOf(sampleRows())
    const usual = await readPayout(whole, 'реєстр.xlsx')
    for (let at = 0; at < whole.length; at += 17) {
      const turned = Buffer.from(whole)
      turned[at] = (turned[at] ?? 0) ^ (1 << (at % 8))
      for (const file of [whole.subarray(0, at), turned]) {
        const reading = await readPayout(file, 'реєстр.xlsx')
        expect(reading.ok ? reading : usual, `at ${at}`).toEqual(usual)
      }
    }
  })

  test('for any bytes and any name', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: 'binary' }), async (bytes, name) => {
        expect(await readPayout(bytes, name)).toMatchObject({ ok: false })
      }),
      { numRuns: 150 },
    )
  })
})
