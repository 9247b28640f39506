import { describe, expect, test } from 'vitest'
import { axeFindings } from '#/test/browser/browser.ts'
import { button, calendar, english, field, focused, openFilters, period } from './day-fields.ts'
import { openStage } from './stage.ts'

describe('in a browser that stands in Tokyo', () => {
  const stage = openStage({ ...english, timezoneId: 'Asia/Tokyo' })

  test('«Сьогодні» at half past eleven at night in Kyiv is the day of Kyiv, not the next one, which the browser has', async () => {
    const page = await openFilters(stage, '2026-03-28T21:30:00Z')
    await expect.poll(() => page.evaluate(() => new Date().getDate())).toBe(29)
    for (const [name, wanted] of [
      ['Сьогодні', '2026-03-28 – 2026-03-28'],
      ['Вчора', '2026-03-27 – 2026-03-27'],
      ['Цей тиждень', '2026-03-23 – 2026-03-29'],
      ['Цей місяць', '2026-03-01 – 2026-03-31'],
      ['Минулий місяць', '2026-02-01 – 2026-02-28'],
    ] as const) {
      await button(page, name).click()
      await expect.poll(() => period(page)).toBe(wanted)
      await expect.poll(() => button(page, name).getAttribute('aria-pressed')).toBe('true')
    }
    await expect.poll(() => field(page, 'Дата від').inputValue()).toBe('01.02.2026')
    await expect.poll(() => field(page, 'Дата до').inputValue()).toBe('28.02.2026')

    await button(page, 'Минулий місяць').click()
    await expect.poll(() => period(page)).toBe(' – ')
    await expect.poll(() => field(page, 'Дата від').inputValue()).toBe('')

    await button(page, 'Календар: Дата від').click()
    const today = calendar(page).locator('[aria-current=date]')
    await expect.poll(() => today.getAttribute('aria-label')).toBe('субота, 28 березня 2026 р.')
  })
})

describe('in a browser that stands in Los Angeles', () => {
  const stage = openStage({ ...english, timezoneId: 'America/Los_Angeles' })

  test('«Сьогодні» half past midnight in Kyiv, on the Monday after the clocks changed, is that Monday', async () => {
    const page = await openFilters(stage, '2026-03-29T21:30:00Z')
    await expect.poll(() => page.evaluate(() => new Date().getDate())).toBe(29)
    for (const [name, wanted] of [
      ['Сьогодні', '2026-03-30 – 2026-03-30'],
      ['Вчора', '2026-03-29 – 2026-03-29'],
      ['Цей тиждень', '2026-03-30 – 2026-04-05'],
    ] as const) {
      await button(page, name).click()
      await expect.poll(() => period(page)).toBe(wanted)
    }
  })

  test('a page that was drawn before midnight gives the day that it is when a quick range is pressed', async () => {
    const page = await openFilters(stage, '2026-02-28T21:59:59Z')
    await page.clock.setFixedTime(new Date('2026-02-28T22:00:00Z'))
    await button(page, 'Цей місяць').click()
    await expect.poll(() => period(page)).toBe('2026-03-01 – 2026-03-31')
  })

  test('a day that is picked is that day, and its field, its chip and the address say the same', async () => {
    const page = await openFilters(stage, '2026-03-29T21:30:00Z')
    await button(page, 'Календар: Дата до').click()
    await calendar(page).getByRole('button', { name: 'вівторок, 31 березня 2026 р.' }).click()
    await expect.poll(() => period(page)).toBe(' – 2026-03-31')
    await expect.poll(() => field(page, 'Дата до').inputValue()).toBe('31.03.2026')
    await button(page, 'Прибрати фільтр: До 31.03.2026').waitFor()
    await expect.poll(() => calendar(page).count()).toBe(0)
    await expect.poll(() => focused(page)).toBe('Календар: Дата до')
  })
})

describe('a day', () => {
  const stage = openStage(english)

  test('is typed as people write it, taken by Enter or when the field is left, and shown in one way', async () => {
    const page = await openFilters(stage)
    await field(page, 'Дата від').fill('9/3/26')
    await field(page, 'Дата від').press('Enter')
    await expect.poll(() => period(page)).toBe('2026-03-09 – ')
    await expect.poll(() => field(page, 'Дата від').inputValue()).toBe('09.03.2026')
    await field(page, 'Дата до').fill('31 3 2026')
    await page.keyboard.press('Tab')
    await expect.poll(() => period(page)).toBe('2026-03-09 – 2026-03-31')
    await expect.poll(() => field(page, 'Дата до').inputValue()).toBe('31.03.2026')
    await field(page, 'Дата від').fill('')
    await page.keyboard.press('Tab')
    await expect.poll(() => period(page)).toBe(' – 2026-03-31')
  })

  test('that is mistyped stays as it was typed; one sentence beside the field says what is wrong, and the list stays', async () => {
    const page = await openFilters(stage)
    const from = field(page, 'Дата від')
    await from.fill('09.03.2026')
    await from.press('Enter')
    await expect.poll(() => period(page)).toBe('2026-03-09 – ')
    await from.fill('31.04.2026')
    // Nobody is interrupted while typing.
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    await page.keyboard.press('Tab')
    const told = page.getByRole('alert').filter({ hasText: 'У цьому місяці 30 днів: перевірте день' })
    await told.waitFor()
    await expect.poll(() => from.inputValue()).toBe('31.04.2026')
    await expect.poll(() => from.getAttribute('aria-invalid')).toBe('true')
    const described = (await from.getAttribute('aria-describedby'))?.split(' ') ?? []
    const words = await page.evaluate(
      (ids) => ids.map((id) => document.getElementById(id)?.textContent?.replaceAll('\u00a0', ' ')),
      described,
    )
    expect(words).toEqual(['День, місяць і рік цифрами', 'У цьому місяці 30 днів: перевірте день'])
    expect(period(page)).toBe('2026-03-09 – ')
    expect(await axeFindings(page)).toEqual([])

    await from.fill('30.04.2026')
    await from.press('Enter')
    await told.waitFor({ state: 'detached' })
    await expect.poll(() => from.getAttribute('aria-invalid')).toBeNull()
    await expect.poll(() => period(page)).toBe('2026-04-30 – ')

    // A quick range takes the place of what was mistyped.
    await button(page, 'Сьогодні').click()
    const today = await from.inputValue()
    await from.fill('абищо')
    await from.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'Введіть день' }).waitFor()
    await button(page, 'Цей місяць').click()
    await button(page, 'Сьогодні').click()
    await expect.poll(() => from.inputValue()).toBe(today)
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  })

  test('that is mistyped on a narrow screen does not make a quick range slip away under the finger', async () => {
    const page = await openFilters(stage, '2026-03-31T20:30:00Z')
    await page.setViewportSize({ width: 390, height: 844 })
    await field(page, 'Дата від').fill('абищо')
    await button(page, 'Цей місяць').click()
    await expect.poll(() => period(page)).toBe('2026-03-01 – 2026-03-31')
    await expect.poll(() => field(page, 'Дата від').inputValue()).toBe('01.03.2026')
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  })

  test('later than the end of the period is told at both fields, until the days are the right way round', async () => {
    const page = await openFilters(stage)
    await field(page, 'Дата від').fill('10.03.2026')
    await field(page, 'Дата до').fill('09.03.2026')
    await field(page, 'Дата до').press('Enter')
    const told = page.getByText('Початок пізніший за кінець: поміняйте дати місцями')
    await told.waitFor()
    const id = (await told.getAttribute('id')) ?? 'none'
    for (const label of ['Дата від', 'Дата до']) {
      await expect.poll(() => field(page, label).getAttribute('aria-invalid')).toBe('true')
      await expect.poll(() => field(page, label).getAttribute('aria-describedby')).toContain(id)
    }
    await field(page, 'Дата до').fill('10.03.2026')
    await field(page, 'Дата до').press('Enter')
    await told.waitFor({ state: 'detached' })
    expect(period(page)).toBe('2026-03-10 – 2026-03-10')
  })
})

describe('the audit log', () => {
  const stage = openStage({ ...english, timezoneId: 'Asia/Tokyo' })

  test('has the same days and quick ranges, and asks the server for them', async () => {
    const page = await stage.page()
    await page.clock.setFixedTime(new Date('2026-03-31T20:30:00Z'))
    await stage.show(page, 'audit/no such lines')
    await button(page, 'Цей місяць').click()
    await expect.poll(() => period(page)).toBe('2026-03-01 – 2026-03-31')
    const asked = () => page.evaluate(() => globalThis.gallery?.asked.at(-1) ?? '')
    await expect.poll(asked).toContain('from=2026-03-01')
    // A day is taken as its field is left, together with what is pressed next.
    await field(page, 'До').fill('15.3.26')
    await page.getByLabel('Дія').evaluate((select: HTMLSelectElement) => {
      select.focus()
      select.value = 'order.edited'
      select.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await expect.poll(() => new URL(page.url()).searchParams.get('action')).toBe('order.edited')
    expect(period(page)).toBe('2026-03-01 – 2026-03-15')
  })
})
