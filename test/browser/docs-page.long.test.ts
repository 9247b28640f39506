import { afterAll, beforeAll, expect, test } from 'vitest'
import { patience } from '#/test/support/patience.ts'
import { startTestApp, type TestApp } from '#/test/support/test-app.ts'
import { sharedBrowser } from './browser.ts'

/** The page of the API is foreign code on our address: it must draw the description, and be able to do nothing else. */
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  await app.close()
})

async function openDocs() {
  const context = await (await sharedBrowser()).newContext({ locale: 'uk-UA' })
  context.setDefaultTimeout(patience(45_000))
  const page = await context.newPage()
  const faults: string[] = []
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      Reflect.set(window, 'violated', [
        ...(Reflect.get(window, 'violated') ?? []),
        `${event.effectiveDirective} ${event.blockedURI}`,
      ])
    })
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('requestfailed', (request) => faults.push(`${request.url()} ${request.failure()?.errorText}`))
  await page.goto(`${app.url}/api/docs`)
  await page.getByRole('heading', { name: 'Черга замовлень' }).first().waitFor()
  return { context, page, faults }
}

test('draws the whole description, with its styles, and loads nothing from elsewhere', async () => {
  const { context, page, faults } = await openDocs()
  for (const tag of ['Замовлення', 'Чеки', 'Каси', 'Вхід', 'Користувачі', 'Журнал', 'Події', 'Служба'])
    await page.getByText(tag, { exact: true }).first().waitFor({ state: 'attached' })
  // Its styles are there: the list of operations stands beside the text, not above it.
  const sidebar = await page.locator('aside, .t-doc__sidebar').first().boundingBox()
  expect(sidebar?.width).toBeGreaterThan(150)
  expect(sidebar?.width).toBeLessThan(500)
  expect(faults).toEqual([])
  const violated: unknown = await page.evaluate(() => Reflect.get(window, 'violated') ?? [])
  // The library tries whether it may make code out of text, and writes a few styles as markup; it does without both.
  const harmless = new Set<unknown>(['script-src eval', 'style-src-attr inline'])
  expect([violated].flat().filter((one) => !harmless.has(one))).toEqual([])
  await context.close()
})

test('has no origin, no storage and no cookies, and reaches no server', async () => {
  const { context, page } = await openDocs()
  await context.addCookies([{ name: 'kasyr_refresh', value: 'x', url: `${app.url}/api/v1/auth/login` }])
  const found = await page.evaluate(async () => ({
    origin: window.origin,
    cookie: (() => {
      try {
        return document.cookie
      } catch (error) {
        return String(error)
      }
    })(),
    refreshed: await fetch('/api/v1/auth/refresh', { method: 'POST', credentials: 'include' }).then(
      ({ status }) => status,
      () => 'stopped',
    ),
    read: await fetch('/api/openapi.json').then(
      ({ status }) => status,
      () => 'stopped',
    ),
  }))
  expect(found).toMatchObject({ origin: 'null', refreshed: 'stopped', read: 'stopped' })
  expect(found.cookie).toContain('SecurityError')
  await context.close()
})
