import type { BrowserContext } from 'playwright-core'

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

export const withoutItems = (list: object): object => ({ ...list, items: [], next_cursor: null })
