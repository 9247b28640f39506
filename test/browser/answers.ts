import type { BrowserContext, Page } from 'playwright-core'
import { errors, sentenceOf, type ErrorCode } from '#/contract/errors.ts'

/** The server's own answers, but for what the walk needs otherwise. */
export const alterAnswers = <Body extends object>(
  context: BrowserContext,
  url: string,
  alter: (body: Body) => Body,
): Promise<unknown> =>
  context.route(url, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: alter(await answer.json()) })
  })

/**
 * The next answer is given by the server and does not reach the page until it is let go; the ones after it do. The route stays:
 * with the last route of a page Playwright stops looking at its requests, and one that is sent just then passes by the next route.
 */
export async function holdOne(page: Page, url: string): Promise<{ answered: Promise<void>; letGo: () => void }> {
  const [answered, mayGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isHolding = false
  await page.route(url, async (route) => {
    if (isHolding) return route.fallback()
    isHolding = true
    const response = await route.fetch()
    answered.resolve()
    await mayGo.promise
    return route.fulfill({ response })
  })
  return { answered: answered.promise, letGo: mayGo.resolve }
}

export const withoutItems = (list: object): object => ({ ...list, items: [], next_cursor: null })

/** The server's refusal, whatever it would have answered. */
export const refuseAt = (context: BrowserContext, url: string, code: ErrorCode): Promise<unknown> =>
  context.route(url, (route) => {
    const { status } = errors[code]
    const json = { status, code, detail: sentenceOf(code) }
    return route.fulfill({ status, contentType: 'application/problem+json', json })
  })
