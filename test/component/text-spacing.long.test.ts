import { describe, expect, test } from 'vitest'
import { statesOfEveryScreen } from './every-screen.ts'
import { addStyle, look, showIn } from './looks.ts'
import { openStage } from './stage.ts'

/** As WCAG 1.4.12 has it. */
const wideText = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`

describe.each([
  ['a computer', 0, { width: 1280, height: 900 }],
  ['a telephone', 1, { width: 390, height: 844 }],
])('with wider text on %s', (_where, kind, viewport) => {
  const stage = openStage({ viewport })

  test.each(statesOfEveryScreen(kind))('%s: nothing is cut, covered or out of reach', async (address) => {
    const page = await showIn(stage, address, viewport)
    await addStyle(page, wideText)
    expect(await look(page, 'lackOfRoom')).toEqual([])
  })
})
