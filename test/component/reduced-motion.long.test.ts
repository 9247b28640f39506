import { describe, expect, test } from 'vitest'
import { statesOfEveryScreen } from './every-screen.ts'
import { look } from './looks.ts'
import { openStage } from './stage.ts'

const viewport = { width: 1280, height: 900 }

describe('for those who asked for less motion', () => {
  const stage = openStage({ viewport, reducedMotion: 'reduce' })

  test.each(statesOfEveryScreen(1))(
    '%s: nothing moves for longer than a blink, on the way there or after',
    async (address) => {
      const page = await stage.pageAgain()
      await stage.show(page, address)
      expect(await look(page, 'motion')).toEqual([])
    },
  )
})

describe('for those who asked for less motion, alone in their browser', () => {
  const stage = openStage({ viewport, reducedMotion: 'reduce' })

  test('nothing moves when a dialog, the dock and a message open and close', async () => {
    const page = await stage.page()
    await stage.show(page, 'bulk/dock, finished and opened')
    const pill = page.getByRole('complementary', { name: 'Створення чеків' }).getByRole('button', { name: /^Чеки/ })
    for (const isOpen of ['false', 'true']) {
      await pill.click()
      await expect.poll(() => pill.getAttribute('aria-expanded')).toBe(isOpen)
    }
    await page.keyboard.press('Control+KeyK')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await look(page, 'motion')).toEqual([])
    // The bulks of the dock are remembered in the browser, and the next state knows nothing of them.
    await page.evaluate(() => (localStorage.clear(), sessionStorage.clear()))
    await stage.show(page, 'around every page/toasts')
    await page.getByRole('button', { name: 'Закрити сповіщення' }).first().click()
    expect(await look(page, 'motion')).toEqual([])
  })
})

describe('for those who asked for less motion, when the colours change', () => {
  const stage = openStage({ viewport, reducedMotion: 'reduce' })

  test('every letter has its new colour at once', async () => {
    const page = await stage.page()
    await stage.show(page, 'orders/chosen')
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    const moving = () =>
      page.evaluate(() => document.getAnimations().filter((one) => one instanceof CSSTransition).length)
    expect(await moving()).toBe(0)
    const inks = await page.evaluate(() =>
      [...document.querySelectorAll('tr[data-id] b')].map((end) => getComputedStyle(end).color),
    )
    expect(new Set(inks).size).toBe(1)
    expect(inks[0]).not.toBe('rgb(23, 32, 29)')
  })
})

describe('for all others', () => {
  const stage = openStage({ viewport, reducedMotion: 'no-preference' })

  test.each([
    ['a message that rises', 'around every page/toasts', /is moved by .*rise.* for 180 ms$/],
    ['a row that is still to come', 'orders/loading', /is moved by .*shimmer.* for Infinity ms$/],
  ])('the check finds %s', async (_what, address, finding) => {
    const page = await stage.page()
    await stage.show(page, address)
    await expect.poll(() => look(page, 'motion')).toContainEqual(expect.stringMatching(finding))
  })

  test('the check finds what a script moves, and a smooth scroll', async () => {
    const page = await stage.page()
    await stage.show(page, 'login and account/login')
    await page.evaluate(() => {
      document.querySelector('h1')?.animate([{ opacity: 0 }, { opacity: 1 }], 500)
      document.querySelector('h1')?.scrollIntoView({ behavior: 'smooth' })
    })
    const found = await look(page, 'motion')
    expect(found).toContainEqual(expect.stringMatching(/^h1.* is moved by a script for 500 ms$/))
    expect(found).toContainEqual(expect.stringMatching(/^h1.* is scrolled to smoothly$/))
  })
})
