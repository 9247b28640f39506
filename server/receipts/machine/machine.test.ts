import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { deadStates, receiptStates, receiptTransitions } from '#/contract/receipt-states.ts'
import { cancellationLines } from '#/test/model/cancellation-lines.ts'
import { creationLines } from '#/test/model/creation-lines.ts'
import { lookingLines } from '#/test/model/looking-lines.ts'
import { allCases } from '#/test/model/transition-cases.ts'
import { now, times, type Case, type Line } from '#/test/model/transition-line.ts'
import { decide } from './machine.ts'

/**
 * The machine held to the table over every state, every event and everything a guard asks for. What no line of the table
 * speaks of, it must refuse.
 */
const lines = [...creationLines, ...lookingLines, ...cancellationLines]
const cases = allCases()
const decided = cases.map((given) => decide(given.facts, given.event, now, times))
const inWords = ({ facts, event, ...guards }: Case) => JSON.stringify({ state: facts.state, event: event.type, guards })

const includes = (one: string | readonly string[], name: string) =>
  typeof one === 'string' ? one === name : one.includes(name)
/** Found by state once: there are a million cases. */
const linesFrom = Object.fromEntries(
  receiptStates.map((state) => [state, lines.filter(({ from }) => includes(from, state))]),
)
const speaksOf = ({ on, when }: Line, given: Case) => includes(on, given.event.type) && (when?.(given) ?? true)
const spokenOf = cases.map((given) => (linesFrom[given.facts.state] ?? []).filter((line) => speaksOf(line, given)))
const casesOf = new Map<Line, { given: Case; index: number }[]>(lines.map((line) => [line, []]))
for (const [index, given] of cases.entries())
  for (const line of spokenOf[index] ?? []) casesOf.get(line)?.push({ given, index })

function expected(line: Line, given: Case) {
  const says = line.says?.(given)
  return {
    facts: { ...given.facts, ...line.sets?.(given.facts, given), state: line.to ?? given.facts.state },
    follow_up: line.starts?.(given) ?? [],
    problem: typeof says === 'string' ? says : (says?.code ?? says),
  }
}

function actual(index: number, { facts }: Case) {
  const decision = decided[index]
  if (!decision) return null
  const { to, changes, follow_up, problem } = decision
  return { facts: { ...facts, ...changes, state: to }, follow_up, problem: problem?.code ?? problem }
}

describe('as the table says:', () => {
  test.each(lines)('$name', (line) => {
    const meant = casesOf.get(line) ?? []
    expect(meant.length).toBeGreaterThan(0)
    const differing = meant.filter(
      ({ given, index }) => !isDeepStrictEqual(actual(index, given), expected(line, given)),
    )
    const [first] = differing
    const shown = first && { actual: actual(first.index, first.given), expected: expected(line, first.given) }
    expect(differing.map(({ given }) => inWords(given)).slice(0, 3), JSON.stringify(shown)).toEqual([])
  })
})

test('whatever the table does not speak of is refused', () => {
  const silent = cases.filter((_, index) => spokenOf[index]?.length === 0)
  expect(silent.length).toBeGreaterThan(cases.length / 2)
  expect(
    cases
      .filter((_, index) => spokenOf[index]?.length === 0 && decided[index] !== null)
      .map(inWords)
      .slice(0, 3),
  ).toEqual([])
})

test('no two lines of the table speak of the same', () => {
  expect(
    cases
      .filter((_, index) => (spokenOf[index]?.length ?? 0) > 1)
      .map(inWords)
      .slice(0, 3),
  ).toEqual([])
})

test('cancelled and failed are for ever, and so is fiscalized', () => {
  const ends = new Set<string>([...deadStates, 'fiscalized'])
  const left = cases.filter(({ facts }, index) => ends.has(facts.state) && decided[index] !== null)
  expect(new Set(left.map(({ facts, event }) => `${facts.state} ${event.type}`))).toEqual(
    new Set(['fiscalized polled_returned']),
  )
})

test('the moves it makes are those of the contract, no more and no fewer', () => {
  const moves = cases.flatMap(({ facts }, index) => {
    const to = decided[index]?.to
    return to === undefined || to === facts.state ? [] : [`${facts.state} → ${to}`]
  })
  const legal = receiptStates.flatMap((from) => receiptTransitions[from].map((to) => `${from} → ${to}`))
  expect(Array.from(new Set(moves)).toSorted((a, b) => a.localeCompare(b))).toEqual(
    legal.toSorted((a, b) => a.localeCompare(b)),
  )
})

test('a document once known stays known, permits only grow, and a cancel is forgotten only when it was refused', () => {
  const worse = cases.filter(({ facts, event }, index) => {
    const changes = decided[index]?.changes ?? {}
    const forgets = changes.cancel_wanted === false && event.type !== 'remove_refused'
    return changes.provider_id === null || (changes.attempt ?? facts.attempt) < facts.attempt || forgets
  })
  expect(worse.map(inWords).slice(0, 3)).toEqual([])
})
