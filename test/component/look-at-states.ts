import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addressOf } from '#/dashboard/gallery/states.ts'
import type { Group, State } from '#/dashboard/gallery/state.ts'
import { axeFindings } from '#/test/browser/browser.ts'
import { wordsOf } from '#/test/browser/words.ts'
import { isLongRun, isPaired } from '#/test/support/how-often.ts'
import { openStage } from './stage.ts'

/** With a folder in `KASYR_PICTURES` every state is also drawn there, to be looked at: widths, both schemes, forced colours. */
const pictures = process.env['KASYR_PICTURES']

/** The people of the gallery's shop, keys as they are printed, and the carrier's word for its key. */
const everywhere = '^(olena|nataliia|bondar|Esc|Ctrl|Enter|API)$'

/** A message is read out; what one acts with stands beside it. */
const readOutAtLength = ':is([role=alert], [role=status]) :is(table, button, input, select, textarea)'

/** `npm test` looks at one state in so many, the long run at more, and `KASYR_LONG=1` at all of them. */
const oneIn = isLongRun ? 12 : 30

/** The tests of these groups of states; each file of tests has some, so that they are looked at side by side. */
export function lookAtStates(groups: readonly Group[]): void {
  const stage = openStage({ viewport: { width: 1280, height: 900 } })
  const states = groups
    .flatMap((group) => group.states.map((state) => [addressOf(group, state), state] as const))
    .filter((_state, place) => pictures !== undefined || isPaired(0, place, oneIn))

  test.each(states)(
    '%s: nothing for axe to find in either scheme, only Ukrainian words, no scrolling sideways at any width',
    async (address, state) => {
      const page = await stage.pageAgain()
      await stage.show(page, address)

      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.locator(`html[data-color-scheme=${colorScheme}]`).waitFor()
        const asked = colorScheme === 'light' ? 'all' : 'colours'
        const found = await axeFindings(page, asked)
        expect(found.filter(isOf(state)), `axe in the ${colorScheme} scheme`).toEqual([])
        await draw(page, `${address} 1280 ${colorScheme}`)
      }
      expect(await wordsOf(page, namesOf(state))).toEqual({ foreign: [], mixed: [], untypographic: [] })
      await expect
        .poll(() => page.locator(readOutAtLength).count(), {
          message: 'tables and buttons that are read out with a message',
        })
        .toBe(0)
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('uk')
      await expect.poll(() => page.title()).toMatch(/^[А-ЯІЇЄҐ].* · Касир$/)

      for (const width of [1920, 390, 320]) {
        await page.setViewportSize({ width, height: 900 })
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth), {
            message: `what is drawn on a screen ${width} px wide`,
          })
          .toBeLessThanOrEqual(width)
        if (width !== 320) await drawBoth(page, `${address} ${width}`)
      }
      await drawForced(page, address, [1920, 390])
    },
  )
}

const isOf =
  ({ repeats }: State) =>
  (finding: string): boolean =>
    !(repeats === true && finding.startsWith('landmark-unique:'))

const namesOf = ({ names }: State): RegExp => new RegExp(names ? `${everywhere}|${names.source}` : everywhere)

async function drawBoth(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return
  await draw(page, `${name} dark`)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.locator('html[data-color-scheme=light]').waitFor()
  await draw(page, `${name} light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-color-scheme=dark]').waitFor()
}

/** Last of all: Chromium keeps some of the forced colours in the pictures that follow. */
async function drawForced(page: Page, address: string, widths: readonly number[]): Promise<void> {
  if (pictures === undefined) return
  await page.emulateMedia({ forcedColors: 'active' })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await draw(page, `${address} ${width} forced colours`)
  }
  await page.emulateMedia({ forcedColors: 'none' })
}

async function draw(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name.replaceAll(/[ /]/g, '-')}.png`) })
}
