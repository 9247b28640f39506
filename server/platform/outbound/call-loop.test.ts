import { expect, test } from 'vitest'
import { startDeadline } from './deadline.ts'
import { createCallLoop, wentWell, type Judgement } from './call-loop.ts'

const ill: Judgement = {
  says: 'ill',
  again: true,
  trips: false,
  failure: { kind: 'timeout', detail: 'it did not answer' },
}

function start() {
  let now = Date.parse('2026-03-02T09:00:00Z')
  const logged: unknown[] = []
  const log = { warn: (...line: unknown[]) => void logged.push(line) }
  const callWithCare = createCallLoop({
    clock: { now: () => new Date(now) },
    name: 'somebody',
    longestBackoffMs: 300,
    random: () => 0,
    log,
  })
  let made = 0
  const call = async (
    judgements: readonly Judgement[],
    more: { line?: string; attempts?: number; signal?: AbortSignal; timeoutMs?: number } = {},
  ) => {
    const { line = '', attempts = 2, signal, timeoutMs = 60_000 } = more
    let tries = 0
    const reached = await callWithCare({
      line,
      attempts,
      operation: 'ask',
      once: async () => {
        made += 1
        tries += 1
        return tries
      },
      judge: (outcome) => judgements[Math.min(outcome, judgements.length) - 1] ?? wentWell,
      deadline: startDeadline(timeoutMs, signal),
    })
    return { reached, tries }
  }
  return { call, logged, made: () => made, later: (ms: number) => void (now += ms) }
}

test('what went well is called once; what may pass is tried again, and what stays wrong is not', async () => {
  const { call } = start()
  expect(await call([wentWell])).toEqual({ reached: { kind: 'called', outcome: 1 }, tries: 1 })
  expect(await call([ill, wentWell])).toEqual({ reached: { kind: 'called', outcome: 2 }, tries: 2 })
  expect(await call([ill], { attempts: 1 })).toMatchObject({ tries: 1 })
  expect(await call([{ ...ill, says: 'well', again: false }])).toMatchObject({ tries: 1 })
})

test('a side that is ill is left alone, and the outcome says until when and why', async () => {
  const { call, made, later } = start()
  while ((await call([ill])).reached.kind === 'called');
  const before = made()
  expect((await call([wentWell])).reached).toEqual({
    kind: 'resting',
    until: new Date('2026-03-02T09:00:15Z'),
    last: 'it did not answer',
  })
  expect(made()).toBe(before)
  expect((await call([wentWell], { line: 'another account' })).reached.kind).toBe('called')
  later(15_000)
  expect((await call([wentWell])).reached.kind).toBe('called')
})

test('one answer that only a person can mend is enough to leave it alone', async () => {
  const { call } = start()
  expect((await call([{ ...ill, again: false, trips: true }])).reached.kind).toBe('called')
  expect((await call([wentWell])).reached.kind).toBe('resting')
})

test('what was not asked, or not waited for, says nothing of the other side', async () => {
  const { call } = start()
  for (let count = 0; count < 20; count += 1) {
    expect(await call([{ ...ill, says: 'nothing', again: false }])).toMatchObject({ tries: 1 })
    expect(await call([ill], { signal: AbortSignal.abort() })).toMatchObject({ tries: 1 })
  }
  expect((await call([wentWell])).reached.kind).toBe('called')
})

test('retries are rationed among all lines, and none is begun that would have no time', async () => {
  const { call } = start()
  const tries: number[] = []
  for (const line of ['a', 'b', 'c', 'd', 'e']) tries.push((await call([ill, wentWell], { line })).tries)
  expect(tries).toEqual([2, 2, 2, 1, 1])
  expect((await start().call([ill, wentWell], { timeoutMs: 10 })).tries).toBe(1)
})

test('each failure is logged with its kind, its operation and its try', async () => {
  const { call, logged } = start()
  await call([ill, wentWell])
  expect(logged).toEqual([
    [expect.objectContaining({ kind: 'timeout', operation: 'ask', attempt: 1 }), 'somebody call failed'],
  ])
})

test('a flood of invented lines forgets the oldest ones and no more', async () => {
  const { call } = start()
  await call([{ ...ill, trips: true, again: false }], { line: 'first' })
  for (let count = 0; count < 999; count += 1) await call([wentWell], { line: `line ${count}` })
  expect((await call([wentWell], { line: 'first' })).reached.kind).toBe('resting')
  await call([wentWell], { line: 'one more' })
  expect((await call([wentWell], { line: 'first' })).reached.kind).toBe('called')
})
