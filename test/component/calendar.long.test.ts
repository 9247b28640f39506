import { describe, expect, test } from 'vitest'
import { wordsOf } from '#/test/browser/words.ts'
import { button, calendar, english, field, focused, openFilters, period } from './day-fields.ts'
import { openStage } from './stage.ts'

describe('the calendar', () => {
  const stage = openStage(english)

  test('is walked through, used and left by keyboard alone; Esc closes it and not the filters below it', async () => {
    const page = await openFilters(stage)
    await field(page, 'Дата від').fill('28.02.2028')
    await page.keyboard.press('Tab')
    await expect.poll(() => focused(page)).toBe('Календар: Дата від')
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('понеділок, 28 лютого 2028 р.')
    for (const [key, day] of [
      ['ArrowRight', 'вівторок, 29 лютого 2028 р.'],
      ['ArrowDown', 'вівторок, 7 березня 2028 р.'],
      ['Home', 'понеділок, 6 березня 2028 р.'],
      ['End', 'неділя, 12 березня 2028 р.'],
      ['ArrowUp', 'неділя, 5 березня 2028 р.'],
      ['ArrowLeft', 'субота, 4 березня 2028 р.'],
      ['PageDown', 'вівторок, 4 квітня 2028 р.'],
      ['Shift+PageUp', 'неділя, 4 квітня 2027 р.'],
      ['PageUp', 'четвер, 4 березня 2027 р.'],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(() => focused(page), { message: key }).toBe(day)
    }

    await page.keyboard.press('Escape')
    await calendar(page).waitFor({ state: 'hidden' })
    await expect.poll(() => focused(page)).toBe('Календар: Дата від')
    await expect.poll(() => field(page, 'Дата від').isVisible()).toBe(true)
    await expect.poll(() => button(page, 'Календар: Дата від').getAttribute('aria-expanded')).toBe('false')
    expect(period(page)).toBe('2028-02-28 – ')

    // From the field itself, as browsers do it for their own.
    await field(page, 'Дата від').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(() => focused(page)).toBe('понеділок, 28 лютого 2028 р.')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect.poll(() => period(page)).toBe('2028-02-27 – ')
    await calendar(page).waitFor({ state: 'hidden' })
    await expect.poll(() => focused(page)).toBe(await field(page, 'Дата від').getAttribute('id'))
  })

  test('is left by Tab, and then closes; the day that the arrows stood on is not taken', async () => {
    const page = await openFilters(stage)
    await button(page, 'Календар: Дата до').click()
    await expect.poll(() => focused(page)).toContain(' р.')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Tab')
    await calendar(page).waitFor({ state: 'hidden' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Сьогодні')
    expect(period(page)).toBe(' – ')
  })

  test('turns by month and year, says which month it shows, and speaks Ukrainian in a browser that speaks English', async () => {
    const page = await openFilters(stage, '2026-11-16T12:00:00Z')
    await button(page, 'Календар: Дата від').click()
    const month = calendar(page).locator('[aria-live=polite]')
    await month.waitFor()
    await expect.poll(() => month.textContent()).toBe('листопад 2026')
    await button(page, 'Попередній місяць').click()
    await expect.poll(() => month.textContent()).toBe('жовтень 2026')
    await button(page, 'Наступний рік').click()
    await expect.poll(() => month.textContent()).toBe('жовтень 2027')
    await expect.poll(() => focused(page)).toBe('Наступний рік')
    await expect
      .poll(() => calendar(page).getByRole('columnheader').allTextContents())
      .toEqual([...['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'нд']])
    expect(await wordsOf(page, /^(olena|nataliia|bondar|Esc|Ctrl|Enter|API)$/)).toEqual({
      foreign: [],
      mixed: [],
      untypographic: [],
    })
    await page.mouse.click(5, 5)
    await calendar(page).waitFor({ state: 'hidden' })
  })

  test.each([
    ['upright', 390, 844],
    ['on its side', 844, 390],
  ])('stands within the screen of a phone that is held %s', async (_how, width, height) => {
    const page = await openFilters(stage)
    await page.setViewportSize({ width, height })
    for (const label of ['Дата від', 'Дата до']) {
      await button(page, `Календар: ${label}`).click()
      await calendar(page).getByRole('grid').waitFor()
      const box = (await calendar(page).boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 }
      expect(box.x).toBeGreaterThanOrEqual(0)
      expect(box.x + box.width).toBeLessThanOrEqual(width)
      expect(box.y).toBeGreaterThanOrEqual(0)
      expect(box.y + box.height).toBeLessThanOrEqual(height)
      await page.keyboard.press('Escape')
      await calendar(page).waitFor({ state: 'hidden' })
    }
  })
})
