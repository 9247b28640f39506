import { expect, test } from 'vitest'
import { openStage } from './stage.ts'

const stage = openStage({ viewport: { width: 1280, height: 900 } })

/** The form of every sheet, in points. */
async function sheetsOf(address: string): Promise<string[]> {
  const page = await stage.pageAgain()
  await stage.show(page, address)
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  return [...pdf.matchAll(/\/MediaBox \[0 0 (\d+)[\d.]* (\d+)/g)].map(([, width, height]) => `${width} × ${height}`)
}

test('a report that fits on one sheet is printed on one, and no empty sheet comes before it', async () => {
  expect(await sheetsOf('reports/close of an open day')).toEqual(['841 × 594'])
})

test('every sheet of a long report lies on its side', async () => {
  const sheets = await sheetsOf('reports/for the accountant')
  expect(sheets.length).toBeGreaterThan(1)
  expect(new Set(sheets)).toEqual(new Set(['841 × 594']))
})
