import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { statesOfEveryScreen } from './every-screen.ts'
import { addStyle, look } from './looks.ts'
import { openStage } from './stage.ts'

const stage = openStage({ viewport: { width: 1280, height: 900 } })

async function show(address: string): Promise<Page> {
  const page = await stage.pageAgain()
  await stage.show(page, address)
  return page
}

async function lostWithColours(page: Page): Promise<string[]> {
  await look(page, 'noteColoured')
  await page.emulateMedia({ forcedColors: 'active' })
  // Rules under `@media (forced-colors)` hold from the next picture on.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  // From now on the browser takes the person for one with a keyboard, and draws the focus.
  await page.keyboard.press('Shift')
  return look(page, 'lostWithColours')
}

test.each(statesOfEveryScreen(0))(
  '%s: in the colours of the reader every control has an edge, the focus is seen, and what is chosen can be told',
  async (address) => {
    expect(await lostWithColours(await show(address))).toEqual([])
  },
)

test.each([
  ['a button without an edge', 'orders/chosen', 'main button { border: 0 !important }', /^no edge: button/],
  [
    'a control that hides its focus',
    'login and account/settings',
    'main :focus { outline: none !important }',
    /^no sign of the focus: /,
  ],
  [
    'a tab that is told by its colour alone',
    'orders/chosen',
    'main nav a { border-block-end-color: Canvas !important; font-weight: 550 !important }',
    /^chosen or not, it looks the same: a/,
  ],
])('the check finds %s', async (_what, address, style, finding) => {
  const page = await show(address)
  await addStyle(page, style)
  expect(await lostWithColours(page)).toContainEqual(expect.stringMatching(finding))
})

test('the check finds a dot that is told by its colour alone', async () => {
  const page = await show('login and account/settings')
  await addStyle(page, '#dot { display: block; inline-size: 1rem; block-size: 1rem; background: red }')
  await page.evaluate(() =>
    document.querySelector('main')?.append(Object.assign(document.createElement('i'), { id: 'dot' })),
  )
  expect(await lostWithColours(page)).toContainEqual(expect.stringMatching(/^gone with its colour: i/))
})
