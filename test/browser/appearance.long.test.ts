import { expect, test } from 'vitest'
import { openStage } from './browser.ts'
import { expectGoodLooks } from './good-looks.ts'
import { heading, longName, person } from './walks.ts'

/** How each state of each page looks is held by the gallery (test/component); here are the pages as the server gives them out. */
const { app, computer } = openStage()

test('the page before the login, as the server gives it out, looks right in both schemes and in Ukrainian', async () => {
  const page = await (await computer({ colorScheme: 'light' })).open('/login')
  await heading(page, 'Вхід').waitFor()
  await expectGoodLooks(page)
})

test('the chosen scheme is kept, and a dark page is dark from its first moment', async () => {
  const { context, open } = await computer({ colorScheme: 'light' })
  const page = await open('/', await person(app(), 'admin', longName))
  await page.getByRole('button', { name: /меню користувача$/ }).click()
  await page.getByText('Темна').click()
  await page.locator('html[data-color-scheme=dark]').waitFor()

  // Nothing but the document and the small script: the colour must not wait for the application.
  await context.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(18, 23, 22)')
  await context.unroute('**/assets/*.js')
})
