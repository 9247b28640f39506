import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { deadStates, receiptStates, receiptTransitions } from '#/contract/receipt-states.ts'
import { cancellationLines } from '#/test/model/cancellation-lines.ts'
import { creationLines } from '#/test/model/creation-lines.ts'
import { lookupLines } from '#/test/model/lookup-lines.ts'
import { allCases } from '#/test/model/transition-cases.ts'
import { now, times, type Case, type Line } from '#/test/model/transition-line.ts'
import { decide } from './machine.ts'

/**
 * The machine held to the table over every state, every event and everything a guard asks for. What no line of the table
 * speaks of, it must refuse.
 */
const lines = [...creationLines, ...lookupLines, ...cancellationLines]
const cases = allCases()
const decided = ({ facts, event }: Case) => decide(facts, event, now, times)
const inWords = ({ facts, event, ...guards }: Case) => JSON.stringify({ state: facts.state, event: event.type, guards })
/** Enough to see what is wrong. */
const firstThree = (given: Iterable<Case>, isWrong: (given: Case) => boolean) =>
  Iterator.from(given).filter(isWrong).take(3).map(inWords).toArray()

const includes = (one: string | readonly string[], name: string) =>
  typeof one === 'string' ? one === name : one.includes(name)
/** Found by state once: there are a million cases. */
const linesFrom = Object.fromEntries(
  receiptStates.map((state) => [state, lines.filter(({ from }) => includes(from, state))]),
)
const speaksOf = ({ on, when }: Line, given: Case) => includes(on, given.event.type) && (when?.(given) ?? true)
const casesOf = new Map<Line, Case[]>(lines.map((line) => [line, []]))
const silent: Case[] = []
const doubled: Case[] = []
for (const given of cases) {
  const spoken = (linesFrom[given.facts.state] ?? []).filter((line) => speaksOf(line, given))
  if (spoken.length === 0) silent.push(given)
  if (spoken.length > 1) doubled.push(given)
  for (const line of spoken) casesOf.get(line)?.push(given)
}

function expected(line: Line, given: Case) {
  const says = line.says?.(given)
  return {
    facts: { ...given.facts, ...line.sets?.(given.facts, given), state: line.to ?? given.facts.state },
    follow_up: line.starts?.(given) ?? [],
    problem: typeof says === 'string' ? says : (says?.code ?? says),
  }
}

function actual(given: Case) {
  const decision = decided(given)
  if (!decision) return null
  const { to, changes, follow_up, problem } = decision
  return { facts: { ...given.facts, ...changes, state: to }, follow_up, problem: problem?.code ?? problem }
}

describe('as the table says:', () => {
  test.each(lines)('$name', (line) => {
    const meant = casesOf.get(line) ?? []
    expect(meant.length).toBeGreaterThan(0)
    const differs = (given: Case) => !isDeepStrictEqual(actual(given), expected(line, given))
    const first = meant.find(differs)
    const shown = first && { actual: actual(first), expected: expected(line, first) }
    expect(firstThree(first ? meant : [], differs), JSON.stringify(shown)).toEqual([])
  })
})

test('whatever the table does not speak of is refused', () => {
  expect(silent.length).toBeGreaterThan(cases.length / 2)
  expect(firstThree(silent, (given) => decided(given) !== null)).toEqual([])
})

test('no two lines of the table speak of the same', () => {
  expect(firstThree(doubled, () => true)).toEqual([])
})

test('cancelled and failed are for ever, and so is fiscalized', () => {
  const ends = new Set<string>([...deadStates, 'fiscalized'])
  const left = cases.filter((given) => ends.has(given.facts.state) && decided(given) !== null)
  expect(new Set(left.map(({ facts, event }) => `${facts.state} ${event.type}`))).toEqual(
    new Set(['fiscalized polled_returned']),
  )
})

test('the moves it makes are those of the contract, no more and no fewer', () => {
  const moves = new Set<string>()
  for (const given of cases) {
    const to = decided(given)?.to
    if (to !== undefined && to !== given.facts.state) moves.add(`${given.facts.state} → ${to}`)
  }
  const legal = receiptStates.flatMap((from) => receiptTransitions[from].map((to) => `${from} → ${to}`))
  expect([...moves].toSorted((a, b) => a.localeCompare(b))).toEqual(legal.toSorted((a, b) => a.localeCompare(b)))
})

test('a document once known stays known, permits only grow, and a cancel is forgotten only when it was refused', () => {
  const isWorse = (given: Case) => {
    const { facts, event } = given
    const changes = decided(given)?.changes ?? {}
    const forgets = changes.cancel_wanted === false && event.type !== 'remove_refused'
    return changes.provider_id === null || (changes.attempt ?? facts.attempt) < facts.attempt || forgets
  }
  expect(firstThree(cases, isWorse)).toEqual([])
})
