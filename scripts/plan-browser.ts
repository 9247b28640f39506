import { withRemedy, type Browser } from './find-browser.ts'

/** What becomes of a run of the tests, once it is known which browser there is. */
export type Plan = { refusal: string } | { environment: Record<string, string> }

const layersWithout = new Set(['unit', 'service', 'faults', 'canary', '!browser'])
const layersWith = new Set(['browser', 'component'])

const layersOf = (command: readonly string[]): string[] =>
  command.flatMap((word, index) => {
    if (word === '--project') return [command[index + 1] ?? '']
    return word.startsWith('--project=') ? [word.slice('--project='.length)] : []
  })

/** A command for layers without a browser needs none. */
export function needsBrowser(command: readonly string[]): boolean {
  const layers = layersOf(command)
  return layers.length === 0 || layers.some((layer) => !layersWithout.has(layer))
}

/**
 * Without a browser everything else runs, and what was left out is counted and printed at the end. A browser that was named and
 * does not start ends the run, and so does one that is missing where only browser tests were requested. `CI` changes nothing: a
 * run that must not skip them names the browser, as our own workflow does, and then a missing or broken one is a failure.
 */
export function planBrowser(
  command: readonly string[],
  browser: Browser,
  { KASYR_TEST_BROWSER: named }: Readonly<Record<string, string | undefined>>,
): Plan {
  if (browser.path !== null) return { environment: { KASYR_TEST_BROWSER: browser.path } }
  const layers = layersOf(command)
  const isNothingElse = command.length === 0 || (layers.length > 0 && layers.every((layer) => layersWith.has(layer)))
  if (named || isNothingElse) return { refusal: withRemedy(browser.why) }
  return { environment: { KASYR_TEST_LACKS_BROWSER: withRemedy(browser.why) } }
}
