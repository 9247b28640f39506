import { describe, expect, test } from 'vitest'
import { statesOfEveryScreen } from './every-screen.ts'
import { addStyle, look, removeStyles, showIn } from './looks.ts'
import { openStage } from './stage.ts'

/** A window of 1280 × 1024, of which zoom leaves the half and the quarter (WCAG 1.4.4, 1.4.10). */
const half = { width: 640, height: 512 }
const quarter = { width: 320, height: 256 }

describe.each([
  ['200 %', 0, half],
  ['400 %', 1, quarter],
])('at %s', (_zoom, kind, viewport) => {
  const stage = openStage({ viewport })

  test.each(statesOfEveryScreen(kind))('%s: nothing is cut, covered or out of reach', async (address) => {
    const page = await showIn(stage, address, viewport)
    expect(await look(page, 'lackOfRoom')).toEqual([])
  })
})

describe('the check', () => {
  const stage = openStage({ viewport: half })

  test.each([
    ['text that is cut', 'main h1 { inline-size: 2rem; overflow: hidden; white-space: nowrap }', /^cut: h1/],
    ['text that is cut below', 'main h1 { block-size: 0.5rem; overflow: hidden }', /^cut: h1/],
    ['text under another', 'main h1 { block-size: 0; margin: 0; padding: 0 }', /^one over the other: h1/],
    [
      'a control beside the window',
      'main input { position: relative; left: -900px }',
      /^hidden with the focus on it: input/,
    ],
    [
      'a veil over what has the focus',
      'main::after { content: ""; position: fixed; inset: 0 }',
      /^hidden with the focus/,
    ],
    ['a page wider than the window', 'main { inline-size: 50rem }', /^the page scrolls sideways by \d+ px$/],
    [
      'a head that stays',
      'header { position: sticky !important; top: 0; min-height: 60vh }',
      /^what stays in its place/,
    ],
  ])('finds %s', async (_what, css, finding) => {
    const page = await stage.pageAgain()
    await stage.show(page, 'login and account/settings')
    await addStyle(page, css)
    expect(await look(page, 'lackOfRoom')).toContainEqual(expect.stringMatching(finding))
    await removeStyles(page)
    expect(await look(page, 'lackOfRoom')).toEqual([])
  })
})
