import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import type { CrmOrder } from '#/server/integrations/crm-order.ts'
import { axeFindings } from './browser.ts'
import { openShop, type Wished } from './shop.ts'
import { chooseInMenu, heading, logIn, person, type Person } from './walks.ts'

const shop = openShop({ intervals: { reconcile: 1, poll_receipts: 60 }, times: { create_every_ms: 400 } })
const { app, computer, arrive, providers } = shop

/** So many orders of one family: the list of a test is what the search for its name finds. */
const family = (surname: string, count: number, wished: Wished = {}, order: Partial<CrmOrder> = {}): Wished[] =>
  Array.from({ length: count }, (_, place) => ({
    ...wished,
    order: { ...order, recipient: { name: `${surname} ${String.fromCharCode(1040 + place)}`, phone: '380671112233' } },
  }))

async function openList(surname: string, who?: Person): Promise<{ page: Page; who: Person }> {
  const known = who ?? (await person(app()))
  const page = await (await computer()).open(`/?q=${encodeURIComponent(surname)}`, known)
  await page.getByText(`${surname} А`).first().waitFor()
  return { page, who: known }
}

/** Three keys, by their places on the keyboard; the layout is Ukrainian. */
async function askForAll(page: Page) {
  await page.keyboard.press('KeyA')
  await page.keyboard.press('KeyC')
  const asked = page.getByRole('dialog', { name: /^Створити чеки: / })
  await asked.getByText(/Буде створено|Жодного чека/).waitFor()
  return asked
}

const dock = (page: Page) => page.getByRole('complementary', { name: 'Створення чеків' })
const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()
const pill = (page: Page) => dock(page).getByRole('button', { name: /^Чеки/ })
/** The result is told, the dock has shrunk by itself, and is opened again. */
const finished = async (page: Page) => {
  await page.getByRole('button', { name: 'Показати звіт' }).first().waitFor()
  await expect.poll(() => pill(page).getAttribute('aria-expanded')).toBe('false')
  await pill(page).click()
}
const openReport = async (page: Page) => {
  await dock(page).getByRole('link', { name: 'Звіт' }).last().click()
  await heading(page, 'Масове створення чеків').waitFor()
}

/** The totals of a report, by their names. */
async function totals(page: Page): Promise<Record<string, number>> {
  const read = await page
    .locator('[data-outcome]')
    .evaluateAll((cells) =>
      cells.map(
        (cell) => [cell.getAttribute('data-outcome') ?? '', Number(cell.querySelector('dd')?.textContent)] as const,
      ),
    )
  return Object.fromEntries(read)
}

const addsUp = ({ sent = 0, ...parts }: Record<string, number>) =>
  expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(sent)

test('U25, U26, U28: three keys show what will be and what will not, the fourth starts it, and it is followed from every page', async () => {
  await arrive([
    ...family(
      'Хвилько',
      6,
      {},
      { total: 45_000, goods: [{ code: 'A', name: 'Чохол', price: 45_000, quantity: 1000, discount: 0 }] },
    ),
    ...family('Хвилько Без', 2, {}, { ttn: null }),
    ...family('Хвилько Чужий', 1, { foreign: true }),
  ])
  const { page } = await openList('Хвилько')
  const asked = await askForAll(page)
  expect(plain(await asked.getByRole('status').textContent())).toBe('Буде створено 6 чеків на 2 700,00 ₴ · Пропущено 3')
  expect((await asked.locator('summary').allTextContents()).map(plain)).toEqual(['без ТТН 2', 'ТТН не вашої каси 1'])
  await asked.getByText('без ТТН').click()
  await asked.getByText('У замовленні немає ТТН, а без неї чека не буде.').waitFor()
  await asked.getByText('Хвилько Без Б').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await asked.getByRole('button', { name: /^Створити 6\sчеків$/ }).focus()
  await page.keyboard.press('Enter')
  await asked.waitFor({ state: 'detached' })

  await dock(page)
    .getByText(/залишилося/)
    .waitFor()
  await chooseInMenu(page, 'Мої сеанси')
  await heading(page, 'Мої сеанси').waitFor()
  await page.reload()
  await page.getByText(/^Готово: 9\sзамовлень\. Створено\s6 · пропущено\s3\./).waitFor()
  await finished(page)
  await dock(page)
    .getByText(/^Готово: 9\sзамовлень$/)
    .waitFor()
  await dock(page)
    .getByText(/^Створено\s6 · пропущено\s3$/)
    .waitFor()
  expect(await axeFindings(page)).toEqual([])
  await pill(page).click()
  await expect.poll(() => dock(page).getByRole('link', { name: 'Звіт' }).isVisible()).toBe(false)
  // Told once, and not again by another visit.
  await page.reload()
  await dock(page)
    .getByRole('button', { name: /^Чеки 9 з 9/ })
    .waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Показати звіт' }).count()).toBe(0)
  await pill(page).click()

  await openReport(page)
  const counts = await totals(page)
  expect(counts).toMatchObject({ sent: 9, created: 6, skipped: 3, failed: 0, checking: 0 })
  addsUp(counts)
  expect(await axeFindings(page)).toEqual([])
  await dock(page).getByRole('button', { name: 'Прибрати' }).click()
  await dock(page).waitFor({ state: 'detached' })
  await page.reload()
  await heading(page, 'Масове створення чеків').waitFor()
  await expect.poll(() => dock(page).count()).toBe(0)
})

test('U26: the rest of a bulk can be stopped, the screen reader hears of it at most once in five seconds, and the focus is never covered', async () => {
  const ttns = await arrive(family('Спинько', 12))
  const { page } = await openList('Спинько')
  await page.evaluate(() => {
    const heard: number[] = []
    Object.assign(globalThis, { heard })
    const said = (records: MutationRecord[]) => {
      const isDock = ({ target }: MutationRecord) =>
        (target instanceof Element ? target : target.parentElement)?.closest('output')
      if (records.some((record) => isDock(record)?.textContent?.startsWith('Створюємо чеки: 12')))
        heard.push(performance.now())
    }
    new MutationObserver(said).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  // Slow enough that there is something to tell between the first word and the last.
  providers().fiscal.faults.arm({
    operation: 'create_ettn',
    fault: { kind: 'latency', ms: 1_200 },
    times: 'always',
  })
  onTestFinished(() => void providers().fiscal.faults.disarm())
  await askForAll(page)
  await page.keyboard.press('Enter')
  await dock(page)
    .getByText(/створено\s[5-9]/i)
    .waitFor()
  const stop = dock(page).getByRole('button', { name: 'Зупинити решту' })
  await stop.click()
  await page.getByText(/^Решту зупинено: скасовано \d+/).waitFor()
  await finished(page)
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    await expect.poll(() => coveredByDock(page)).toBeNull()
  }
  await openReport(page)
  const counts = await totals(page)
  addsUp(counts)
  expect(counts['stopped']).toBeGreaterThan(0)
  const documents = ttns.flatMap((ttn) => providers().fiscal.documents.live(ttn))
  expect(documents).toHaveLength(counts['created'] ?? -1)
  const heard = (await page.evaluate<string>('JSON.stringify(heard)')).match(/[\d.]+/g)?.map(Number) ?? []
  const gaps = heard.slice(1).map((at, place) => at - (heard[place] ?? 0))
  expect(heard.length).toBeGreaterThan(0)
  expect(gaps.filter((gap) => gap < 4_900)).toEqual([])
})

/** The focused element, if the dock lies over its middle. */
const coveredByDock = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const focused = document.activeElement
    const cover = document.querySelector('aside')
    if (focused === null || cover === null || focused === document.body || cover.contains(focused)) return null
    const { left, top, width, height } = focused.getBoundingClientRect()
    const over = document.elementFromPoint(left + width / 2, top + height / 2)
    return over !== null && cover.contains(over) ? focused.outerHTML.slice(0, 200) : null
  })

test('U27: a partial failure is told by reason, only the proven ones are offered again, and the report goes to a file and to a colleague', async () => {
  await arrive(family('Частко', 5))
  const { fiscal } = providers()
  const refusal = { code: 'validation.custom', message: 'Назва товару задовга' }
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'status', status: 422, body: refusal }, times: 2 })
  // Its document is still to come, so no look finds it yet.
  fiscal.faults.arm({
    operation: 'create_ettn',
    fault: { kind: 'late_effect', delay_ms: 600_000, meanwhile: 'reset' },
    after: 2,
  })
  const { page, who } = await openList('Частко')
  await askForAll(page)
  await page.keyboard.press('Enter')
  await finished(page)
  await openReport(page)
  const counts = await totals(page)
  expect(counts).toMatchObject({ sent: 5, failed: 2, checking: 1, created: 2 })
  addsUp(counts)
  const groups = (await page.locator('main summary').allTextContents()).map(plain)
  expect(groups).toEqual(['Не створено: Checkbox не прийняв 2', 'На перевірці 1', 'Створено 2'])
  await page
    .getByText(/Назва товару задовга/)
    .first()
    .waitFor()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Завантажити CSV' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^cheky-\d{4}-\d\d-\d\d-\d{4}\.csv$/)
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv.startsWith('\uFEFFЗамовлення;ТТН;Одержувач;Сума;')).toBe(true)
  expect(csv.trimEnd().split('\r\n')).toHaveLength(6)
  expect(csv).toMatch(/;Частко [А-Д];\d+,\d\d;Не створено;/)

  const { context, open } = await computer()
  // The stream does not open: what it has to tell is asked for once more.
  await context.route('**/api/v1/events', () => undefined)
  const colleague = await open(new URL(page.url()).pathname)
  const askedFor: string[] = []
  colleague.on('request', (request) => askedFor.push(new URL(request.url()).pathname))
  await logIn(colleague, await person(app(), 'auditor', 'Тарас Бульба'))
  await colleague.getByText(who.login, { exact: true }).waitFor()
  await expect.poll(() => totals(colleague)).toMatchObject({ sent: 5, failed: 2 })
  await expect.poll(() => colleague.getByRole('button', { name: /Повторити/ }).count()).toBe(0)
  // Whose receipts they are is asked for together.
  await colleague
    .getByText(/Частко/)
    .first()
    .waitFor()
  expect(askedFor.filter((path) => /\/orders\/(by-ids|[\da-f-]{36})$/.test(path))).toEqual(['/api/v1/orders/by-ids'])

  fiscal.faults.disarm()
  const first = page.url()
  await page.getByRole('button', { name: 'Повторити невдалі (2)' }).click()
  await page.getByText(/^Буде створено/).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.href !== first)
  await expect.poll(() => totals(page)).toMatchObject({ sent: 2, created: 2, failed: 0 })
  const documents = fiscal.documents.all().filter(({ deleted }) => !deleted)
  const perTtn = Map.groupBy(documents, ({ ttn }) => ttn)
  expect([...perTtn.values()].filter(({ length }) => length > 1)).toEqual([])
})

test('U29: what a colleague has started meanwhile is skipped with their name, not an error', async () => {
  await arrive(family('Спільний', 3))
  const { page: second } = await openList('Спільний')
  await second.keyboard.press('KeyA')
  const { page: first, who } = await openList('Спільний')
  await askForAll(first)
  await first.keyboard.press('Enter')
  await finished(first)

  await second.keyboard.press('KeyC')
  const asked = second.getByRole('dialog', { name: /^Створити чеки/ })
  await asked.getByText('Жодного чека зараз створити не можна').waitFor()
  await asked.getByText('чек уже є').click()
  await asked.getByText(`Його створює чи створив користувач ${who.login}.`).first().waitFor()
  await expect.poll(() => asked.getByRole('alert').count()).toBe(0)
})
