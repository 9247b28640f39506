import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { asvsRows, securityPageFaults } from './security-page.ts'

const read = (...path: string[]): string => readFileSync(join(import.meta.dirname, '..', '..', ...path), 'utf8')
const page = read('docs', 'security.md')
const promise = read('SECURITY.md')

describe('docs/security.md', () => {
  test('judges every requirement of ASVS 5.0 levels 1 and 2, and names a test that exists for each that holds', () => {
    expect(securityPageFaults(page)).toEqual([])
  })

  test.each(['Keys and algorithms', 'Data', 'Logs', 'Limits', 'Attackers, and what each can do'])(
    'has the part «%s»',
    (title) => expect(page).toContain(`\n## ${title}\n`),
  )

  test('stands beside the promise how fast a weakness is mended', () => {
    expect(promise).toMatch(/\d+ (годин|дн)/)
  })

  test('is not believed when a row is missing, empty, untested or tested by nothing', () => {
    const [first] = asvsRows(page)
    const line = page.split('\n').find((text) => text.startsWith(`| ${first?.id} |`)) ?? ''
    const faultsWith = (instead: string) => securityPageFaults(page.replace(line, instead)).join('\n')
    expect(faultsWith('')).toContain('252 requirements')
    expect(faultsWith(`${line}\n${line}`)).toContain('twice')
    expect(faultsWith('| V1.1.1 | fails | a control | `test/house.test.ts` |')).toContain('no verdict')
    expect(faultsWith('| V1.1.1 | holds | a control |  |')).toContain('names no test')
    expect(faultsWith('| V1.1.1 | named |  |  |')).toContain('neither control nor reason')
    for (const nothing of ['test/attack/nothing.test.ts', 'test/attack', 'dashboard/nothing.test.ts', 'README.md'])
      expect(faultsWith(`| V1.1.1 | holds | a control | \`${nothing}\` |`)).toContain(
        `V1.1.1: ${nothing} is no test, or does not exist`,
      )
    expect(faultsWith('| V1.1.1 | not applicable | nothing | `test/house.test.ts` |')).toContain('yet is tested')
    expect(faultsWith('| V1.1.1 | named | a reason | |')).toContain('the page sums up')
  })
})
