import { describe, expect, test } from 'vitest'
import { planChangelog, planVersion, withVersion } from '#/scripts/release-plan.ts'

describe('the version of a release', () => {
  test.each([
    ['0.7.0', 'patch', '0.7.1'],
    ['0.7.9', 'minor', '0.8.0'],
    ['0.7.9', 'major', '1.0.0'],
    ['0.7.9', '0.10.0', '0.10.0'],
    ['1.2.3', '1.2.4', '1.2.4'],
    ['1.2.3', '2.0.0', '2.0.0'],
  ])('after %s, %s is %s', (current, wanted, value) => {
    expect(planVersion(current, wanted)).toEqual({ value })
  })

  test.each([
    ['1.2.3', '1.2.3'],
    ['1.2.3', '1.2.2'],
    ['1.2.3', '1.1.9'],
    ['1.2.3', '0.9.9'],
    ['1.2.3', '1.2'],
    ['1.2.3', 'v1.2.4'],
    ['1.2.3', '1.2.04'],
    ['1.2.3', '1.2.4-beta.1'],
    ['1.2.3', 'big'],
    ['next', 'patch'],
  ])('after %s is never %s', (current, wanted) => {
    expect(planVersion(current, wanted)).toEqual({ why: expect.any(String) })
  })
})

describe('the changelog of a release', () => {
  const plan = (text: string) => planChangelog(text, '0.8.0', '2026-11-16')
  const before = '# Зміни\n\n## Не випущено — звички\n\n- Одне.\n- Друге.\n\n## 0.7.0 — правда\n\n- Давнє.\n'

  test('gives the waiting section its version, keeps its name, and opens an empty one', () => {
    expect(plan(before)).toEqual({
      value: {
        text: '# Зміни\n\n## Не випущено\n\n## 0.8.0 — звички (2026-11-16)\n\n- Одне.\n- Друге.\n\n## 0.7.0 — правда\n\n- Давнє.\n',
        section: '- Одне.\n- Друге.',
      },
    })
  })

  test('is refused while nothing waits, so that one release is not made twice', () => {
    const made = plan(before)
    expect(plan('value' in made ? made.value.text : '')).toEqual({ why: expect.stringContaining('порожній') })
    expect(plan('# Зміни\n\n## Не випущено\n')).toEqual({ why: expect.stringContaining('порожній') })
    expect(plan('# Зміни\n\n## 0.7.0\n\n- Давнє.\n')).toEqual({ why: expect.stringContaining('немає розділу') })
  })
})

test('only our own version changes, also where a package has the same one', () => {
  const lock = '{\n  "name": "kasyr",\n  "version": "0.7.0",\n  "x": { "name": "y", "version": "0.7.0" } }'
  expect(withVersion(lock, '0.7.0', '0.8.0')).toBe(lock.replace('0.7.0', '0.8.0'))
})
