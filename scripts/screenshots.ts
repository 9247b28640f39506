import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { readConfig } from '#/server/config.ts'
import { createLog } from '#/server/platform/log.ts'
import { startService } from '#/server/service.ts'
import { launchChromium } from './chromium.ts'

/** The pictures of the READMEs and of docs/operating.md, taken of the demo as it is after `npm start`; never made by hand. */
const into = process.argv[2] ?? join(import.meta.dirname, '..', 'docs', 'screenshots')
const password = 'знімки-для-читачів-1'

const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

async function open(
  browser: Browser,
  url: string,
  size: keyof typeof sizes,
  colorScheme: 'light' | 'dark',
): Promise<Page> {
  const context = await browser.newContext({
    locale: 'uk-UA',
    viewport: sizes[size],
    colorScheme,
    reducedMotion: 'reduce',
    deviceScaleFactor: size === 'phone' ? 2 : 1,
  })
  const page = await context.newPage()
  await page.goto(url)
  await page.getByLabel('Логін').fill('admin')
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Увійти', exact: true }).click()
  await page.locator('tr[data-index]').first().waitFor()
  return page
}

async function take(page: Page, name: string): Promise<void> {
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.screenshot({ path: join(into, `${name}.png`) })
  console.log(name)
}

const firstRow = (page: Page) => page.locator('tr[data-index]').first()

async function theDay(page: Page, url: string): Promise<void> {
  // Until the receipts of the demo's past are fiscal, dozens of them wait for a person; then about ten.
  await page.getByRole('link', { name: /^Потребує уваги[ :]+1?\d$/ }).waitFor({ timeout: 60_000 })
  await take(page, 'orders')
  await firstRow(page).focus()
  await page.keyboard.press('KeyA')
  await page.keyboard.press('KeyC')
  // Until the orders are checked, the button says nothing.
  await page.getByRole('dialog').getByText('Буде створено').waitFor()
  await take(page, 'bulk')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await take(page, 'dock')
  await page.goto(`${url}/?tab=has_receipt`)
  await firstRow(page).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await take(page, 'order')
  for (const [path, name] of [
    ['/attention', 'attention'],
    ['/cash-registers', 'cash-registers'],
    ['/audit', 'audit'],
  ] as const) {
    await page.goto(url + path)
    await page.locator('main h1').waitFor()
    await take(page, name)
  }
}

const folder = mkdtempSync(join(tmpdir(), 'kasyr-pictures-'))
const config = readConfig(
  { KASYR_DATA_DIR: folder, KASYR_PORT: '0', KASYR_LOG_LEVEL: 'silent', KASYR_ADMIN_PASSWORD: password },
  folder,
)
const service = await startService(config, { web: true, worker: true }, { log: createLog('silent') })
const browser = await launchChromium()
try {
  mkdirSync(into, { recursive: true })
  const { local_url: url } = service
  await theDay(await open(browser, url, 'wide', 'light'), url)
  await take(await open(browser, url, 'wide', 'dark'), 'orders-dark')
  await take(await open(browser, url, 'phone', 'light'), 'orders-phone')
} finally {
  await browser.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
}
