import { describe, expect, test } from 'vitest'
import { needsBrowser, planBrowser } from '#/scripts/plan-browser.ts'

const missing = { path: null, why: 'Немає браузера для тестів' }
const present = { path: '/usr/bin/chromium', isLight: false }
const run = ['node', 'scripts/test.mjs']

describe('a run of the tests', () => {
  test('takes the browser that was found', () => {
    expect(planBrowser(run, present, {})).toEqual({ environment: { KASYR_TEST_BROWSER: '/usr/bin/chromium' } })
  })

  test.each([
    ['of everything', []],
    ['of some files', ['login']],
    ['of several layers', ['--project', 'unit', '--project=browser']],
  ])('%s goes on without a browser, and knows what to say of it', (_what, words) => {
    for (const environment of [{}, { CI: 'true' }])
      expect(planBrowser([...run, ...words], missing, environment)).toEqual({
        environment: {
          KASYR_TEST_LACKS_BROWSER: expect.stringMatching(/^Немає браузера для тестів: встановіть .*\.$/),
        },
      })
  })

  test.each([
    ['a browser that was named does not start', run, { KASYR_TEST_BROWSER: '/nowhere/chrome' }],
    ['only layers in a browser are asked for', [...run, '--project', 'browser', '--project=component'], {}],
    ['nothing but a browser is asked for', [], {}],
  ])('does not begin where %s', (_what, command, environment) => {
    expect(planBrowser(command, missing, environment)).toEqual({ refusal: expect.stringContaining('встановіть') })
  })

  test('asks for no browser where only layers without one are meant', () => {
    expect(needsBrowser([...run, '--project=service', '--project', 'faults', 'audit'])).toBe(false)
    expect(needsBrowser([...run, '--project', 'unit', '--project', 'browser'])).toBe(true)
    expect(needsBrowser(run)).toBe(true)
  })
})
