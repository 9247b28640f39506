import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { askInParts } from './ask-in-parts.ts'
import type { StatusAnswer } from './carrier-client.ts'
import { failureOf, toComplained } from './failure-words.ts'
import { onlyProblem, problemOf, readAnswer, type Reading } from './read-answer.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(20_450_000_000_001 + index))
const good = (ttns: readonly string[], more: Partial<Reading> = {}): Reading => ({
  records: ttns.map((Number) => ({ Number, StatusCode: '7' })),
  warnings: [],
  problem: null,
  ...more,
})
const badNumber = problemOf(toComplained('number', ''), { about: 'number' })
const absence = problemOf(toComplained('absence', ''), { about: 'absence' })
const unexplained = problemOf(failureOf('bad_answer', 'що це'), { fewer_may_help: true })
const limited = problemOf(failureOf('rate_limited', 'рідше', 30))

/** Asks a carrier made of `answer`, and keeps how many TTNs each call had. */
const ask = async (ttns: readonly string[], answer: (part: readonly string[], call: number) => Reading) => {
  const sizes: number[] = []
  const result = await askInParts(ttns, async (part) => answer(part, sizes.push(part.length)))
  return { ...result, sizes, answered: result.parcels.map(({ ttn }) => ttn) }
}

const allOf = ({ parcels, bad_numbers, unanswered }: StatusAnswer): string[] =>
  [...parcels.map(({ ttn }) => ttn), ...bad_numbers, ...unanswered].toSorted(
    (left, right) => Number(left) - Number(right),
  )

test('a batch that is answered costs one call', async () => {
  const ttns = numbers(100)
  const { answered, sizes, ...rest } = await ask(ttns, (part) => good(part))
  expect(sizes).toEqual([100])
  expect(answered).toEqual(ttns)
  expect(rest).toMatchObject({ bad_numbers: [], unanswered: [], failure: null })
})

test('a TTN that the answer leaves out is unanswered, without a failure and without another call', async () => {
  const result = await ask(numbers(3), (part) => good(part.slice(1)))
  expect(result).toMatchObject({ unanswered: ['20450000000001'], failure: null, sizes: [3] })
})

test('a parcel nobody asked for, a record without a number and a second record of a parcel are passed over', async () => {
  const [first = '', second = ''] = numbers(2)
  const result = await ask([first, second], () => ({
    records: [
      ...good([first, '20450000000999', second]).records,
      { StatusCode: '9' },
      null,
      { Number: first, StatusCode: '9' },
    ],
    warnings: [],
    problem: null,
  }))
  expect(result.answered).toEqual([first, second])
  expect(result.parcels.every(({ status_code }) => status_code === 7)).toBe(true)
})

describe('one bad number among a hundred', () => {
  const ttns = numbers(100)
  const refuseWith = (bad: string) => (part: readonly string[]) =>
    part.includes(bad) ? onlyProblem(badNumber) : good(part)

  test('is found by halves, wherever it stands, and the other 99 are answered', async () => {
    for (const bad of ttns) {
      const result = await ask(ttns, refuseWith(bad))
      expect(result).toMatchObject({ bad_numbers: [bad], unanswered: [], failure: null })
      expect(result.answered).toEqual(ttns.filter((ttn) => ttn !== bad))
      expect(result.sizes.length).toBeLessThanOrEqual(1 + 2 * 7)
    }
  })

  test('costs one more call when a warning names it, none when the good ones came along', async () => {
    const bad = ttns[33] ?? ''
    const warnings = [`Invalid DocumentNumber: ${bad}`]
    const named = await ask(ttns, (part) => ({
      ...refuseWith(bad)(part),
      warnings: part.includes(bad) ? warnings : [],
    }))
    expect(named).toMatchObject({ bad_numbers: [bad], unanswered: [], failure: null, sizes: [100, 99] })
    const others = ttns.filter((ttn) => ttn !== bad)
    const along = await ask(ttns, () => good(others, { warnings, problem: badNumber }))
    expect(along).toMatchObject({ bad_numbers: [bad], unanswered: [], failure: null, sizes: [100] })
    expect(along.answered).toEqual(others)
  })
})

test('two bad numbers far apart are both found', async () => {
  const ttns = numbers(100)
  const bad = ['20450000000003', '20450000000098']
  const result = await ask(ttns, (part) =>
    part.some((ttn) => bad.includes(ttn)) ? onlyProblem(badNumber) : good(part),
  )
  expect(result).toMatchObject({ bad_numbers: bad, unanswered: [], failure: null })
  expect(result.parcels).toHaveLength(98)
})

test('a hundred bad numbers end within the limit of calls, and each round leaves fewer', async () => {
  let left = numbers(100)
  let rounds = 0
  while (left.length > 0 && rounds < 20) {
    const result = await ask(left, () => onlyProblem(badNumber))
    expect(result.sizes.length).toBeLessThanOrEqual(40)
    expect(result.failure).toBeNull()
    expect(result.unanswered.length).toBeLessThan(left.length)
    left = result.unanswered
    rounds += 1
  }
  expect(left).toEqual([])
})

test('a parcel the carrier has no data of is an unknown one, like code 3', async () => {
  const result = await ask(numbers(5), (part) => (part.includes('20450000000002') ? onlyProblem(absence) : good(part)))
  expect(result.parcels).toHaveLength(5)
  expect(result.parcels[1]).toEqual({
    ttn: '20450000000002',
    status_code: 3,
    status_text: 'Номер не знайдено',
    own: false,
    sender_phone: null,
    cod_amount: null,
    cod_kind: null,
    paid: false,
    received_at: null,
    made_at: null,
    successor: null,
  })
})

test('what was answered before the carrier had enough stays answered, the rest waits', async () => {
  const ttns = numbers(8)
  const result = await ask(ttns, (part, call) => {
    if (call === 1) return onlyProblem(badNumber)
    return call === 2 ? good(part) : onlyProblem(limited)
  })
  expect(result).toMatchObject({ answered: ttns.slice(0, 4), unanswered: ttns.slice(4), failure: limited.failure })
  expect(result.sizes).toEqual([8, 4, 4])
})

describe('an answer that cannot be understood', () => {
  const ttns = numbers(100)

  test('is given up after five calls when it is so for every part', async () => {
    const result = await ask(ttns, () => onlyProblem(unexplained))
    expect(result).toMatchObject({ parcels: [], bad_numbers: [], unanswered: ttns, failure: unexplained.failure })
    expect(result.sizes).toEqual([100, 50, 50, 25, 25])
  })

  test('because of one TTN, or of two, costs those alone', async () => {
    for (const poison of [['20450000000050'], ['20450000000001', '20450000000100']]) {
      const result = await ask(ttns, (part) =>
        part.some((ttn) => poison.includes(ttn)) ? onlyProblem(unexplained) : good(part),
      )
      expect(result).toMatchObject({ unanswered: poison, failure: unexplained.failure })
      expect(result.parcels).toHaveLength(100 - poison.length)
      expect(result.sizes.length).toBeLessThanOrEqual(40)
    }
  })

  test('is told also when bad numbers before it have used up all the calls', async () => {
    const firstHalf = new Set(ttns.slice(0, 50))
    const result = await ask(ttns, (part) =>
      onlyProblem(part.some((ttn) => firstHalf.has(ttn)) ? badNumber : unexplained),
    )
    expect(result.failure).toEqual(unexplained.failure)
    expect(result.bad_numbers.length).toBeGreaterThan(5)
    expect(allOf(result)).toEqual(ttns)
  })

  test('because of many ends within the limit of calls, and says why the rest is unanswered', async () => {
    const result = await ask(ttns, (part) =>
      part.some((ttn) => Number(ttn) % 5 === 0) ? onlyProblem(unexplained) : good(part),
    )
    expect(result.sizes.length).toBeLessThanOrEqual(40)
    expect(result.failure).toEqual(unexplained.failure)
    expect(allOf(result)).toEqual(ttns)
  })
})

test('whatever a carrier answers, every TTN ends in exactly one list and nothing is thrown', async () => {
  const readings = fc.oneof(
    fc.constantFrom(badNumber, absence, unexplained, limited).map(onlyProblem),
    fc.json().map((body) => fromBody(body)),
    envelopes().map((body) => fromBody(JSON.stringify(body))),
  )
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 100 }), fc.array(readings, { minLength: 1 }), async (count, given) => {
      const ttns = numbers(count)
      const result = await ask(ttns, (part, call) => given[call % given.length] ?? good(part))
      expect(allOf(result)).toEqual(ttns)
      expect(result.sizes.length).toBeLessThanOrEqual(40)
      expect(result.failure === null || result.unanswered.length > 0).toBe(true)
    }),
    { numRuns: 400 },
  )
})

const fromBody = (text: string): Reading => {
  const answer = { status: 200, headers: new Headers(), body: Buffer.from(text) }
  return readAnswer({ ok: true, answer }, { key: 'key-of-a-register', now: new Date(0), may_be_empty: false })
}

/** Envelopes with some true parts, so that more than the first check is met. */
function envelopes(): fc.Arbitrary<unknown> {
  const number = fc.constantFrom(...numbers(4), '445', 20_450_000_000_002, null)
  const record = fc.record({ Number: number, StatusCode: fc.anything(), Status: fc.string() }, { requiredKeys: [] })
  const texts = fc.oneof(
    fc.constantFrom(
      'Document number is not correct',
      'Invalid DocumentNumber: 20450000000001',
      'No documents data found',
    ),
    fc.anything(),
  )
  return fc.record(
    {
      success: fc.oneof(fc.boolean(), fc.anything()),
      data: fc.oneof(fc.array(fc.oneof(record, fc.anything())), fc.anything()),
      errors: fc.oneof(fc.array(texts), texts),
      errorCodes: fc.oneof(fc.array(fc.constantFrom('20001401442', '20001402805', '5')), texts),
      warnings: fc.oneof(fc.array(texts), texts),
    },
    { requiredKeys: [] },
  )
}
