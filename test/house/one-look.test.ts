import { describe, expect, test } from 'vitest'
import { oneLooks } from './one-look.ts'

describe('a page that is looked at once is found', () => {
  test.each([
    ["expect(await button.getAttribute('aria-expanded')).toBe('true')", 'getAttribute'],
    ['expect(await page.evaluate(() => document.activeElement?.id), named).toBe(id)', 'evaluate'],
    ['expect(await dialog(page).getByText(told).count()).not.toBe(0)', 'count'],
  ])('%s', (text, read) => {
    const path = 'test/component/menu.long.test.ts'
    expect(oneLooks([{ path, text }])).toEqual([`${path}:1 looks once: ${read}`])
  })

  test('and asking until it holds, other values and other tests are left alone', () => {
    const once = "expect(await button.getAttribute('type')).toBe('text')"
    const files = [
      { path: 'test/browser/a.test.ts', text: 'await expect.poll(() => field.inputValue()).toBe(name)' },
      {
        path: 'test/browser/b.test.ts',
        text: 'expect(await rowOf(id)).toEqual(row); expect(await receipts(page)).toBe(1)',
      },
      { path: 'test/scenarios/c.test.ts', text: once },
      { path: 'dashboard/ui/d.test.tsx', text: once },
    ]
    expect(oneLooks(files)).toEqual([])
  })
})
