import { describe, expect, test } from 'vitest'
import type { ListWindow } from '../ettn-client.ts'
import { createHandClock } from '#/simulators/frame/clock.ts'
import { credentials, startReady, ttn } from '#/test/support/real-checkbox.ts'

describe('a list', () => {
  const hour = 3_600_000
  const byHand = (count: number, at: number) => ({
    license_key: credentials.license_key,
    total_sum: 100,
    created_at: new Date(at).toISOString(),
    ttn: `2045000${String(count).padStart(7, '0')}`,
  })
  async function startWith(count: number, options?: Parameters<typeof startReady>[1]) {
    const ready = await startReady('ettn', options)
    const now = Date.now()
    for (let one = 0; one < count; one += 1) ready.documents.createByHand(byHand(one, now))
    return {
      ...ready,
      now,
      list: (more: Partial<ListWindow> = {}) => ready.ettn.list(credentials, { since: new Date(now), ...more }),
    }
  }

  test('is empty, or of one page, by one request', async () => {
    const { list, documents, calls, now } = await startWith(0)
    expect(await list()).toEqual({ kind: 'whole', documents: [] })
    documents.createByHand(byHand(1, now))
    expect(await list()).toMatchObject({ kind: 'whole', documents: [{ status: 'waiting', amount: 100 }] })
    expect(calls('list_ettn')).toBe(2)
  })

  test.each([999, 1000, 1001, 2001])('of %i documents has each of them once', async (count) => {
    const { list, documents, log } = await startWith(count)
    const outcome = await list()
    const ids = outcome.kind === 'whole' ? outcome.documents.map(({ id }) => id) : []
    expect(ids.toSorted((a, b) => a.localeCompare(b))).toEqual(
      documents
        .all()
        .map(({ id }) => id)
        .toSorted((a, b) => a.localeCompare(b)),
    )
    for (const { target } of log.entries()) expect(target).toContain('limit=1000')
  })

  test('reaches back a day further than asked for, whatever zone their dates are in', async () => {
    const { list, documents, now, set } = await startWith(0)
    documents.createByHand(byHand(1, now - 20 * hour))
    documents.createByHand(byHand(2, now - 50 * hour))
    for (const naive_offset_minutes of [0, 180, -180]) {
      set({ naive_offset_minutes })
      expect(await list()).toMatchObject({ kind: 'whole', documents: [{ ttn: '20450000000001' }] })
    }
  })

  test.each([
    ['right', 0],
    ['an hour behind', -hour],
    ['an hour ahead', hour],
  ])('in October, our clock being %s, dates what has no zone by the clock of Checkbox', async (_what, ahead) => {
    const made = Date.parse('2026-10-25T01:40:00Z')
    const [ours, theirs] = [{ now: () => new Date(made + ahead) }, createHandClock(made + 5_000)]
    const { ettn, faults } = await startReady('ettn', { clock: ours }, { clock: theirs })
    const body = [{ id: 'd-1', ettnNumber: ttn, totalSum: 100, status: 'CREATED', dateCreated: '2026-10-25 03:40:00' }]
    faults.arm({ operation: 'list_ettn', fault: { kind: 'status', status: 200, body } })
    const window = { since: new Date(made - hour) }
    expect(await ettn.list(credentials, window)).toMatchObject({
      documents: [{ created_at: new Date(made).toISOString() }],
    })
  })

  test.each([25, 100, 400])('whose pages are capped at %i still has every document', async (list_cap) => {
    const { list, documents, set } = await startWith(420)
    set({ list_cap })
    const outcome = await list()
    const ids = outcome.kind === 'whole' ? outcome.documents.map(({ id }) => id) : []
    expect(new Set(ids)).toEqual(new Set(documents.all().map(({ id }) => id)))
    expect(ids).toHaveLength(420)
  })

  test('of fewer than their default page takes one request, a longer one is asked whether it goes on', async () => {
    for (const [count, requests] of [
      [24, 1],
      [25, 2],
      [400, 2],
    ] as const) {
      const { list, calls } = await startWith(count)
      expect(await list()).toMatchObject({ kind: 'whole' })
      expect(calls('list_ettn')).toBe(requests)
    }
  })

  test('asks for both ends and the status by their names, a day wider', async () => {
    const { list, log, documents, now } = await startWith(0)
    documents.createByHand({ ...byHand(1, now), status: 'RETURNED' })
    documents.createByHand(byHand(2, now))
    const since = new Date('2026-03-02T09:00:00Z')
    const until = new Date('2099-03-05T10:30:00Z')
    expect(await list({ since, until, status: 'returned' })).toMatchObject({
      kind: 'whole',
      documents: [{ status: 'returned', return_receipt_id: expect.any(String) }],
    })
    const asked = new URL(log.entries().at(-1)?.target ?? '', 'http://x').searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      date_from: '2026-03-01 09:00:00',
      date_to: '2099-03-06 10:30:00',
      status: 'RETURNED',
    })
  })

  test('of a server that ignores the window and the status has only what was asked for', async () => {
    const { list, faults } = await startWith(0)
    const at = (id: string, dateCreated: string | null, status = 'CREATED') => ({
      ...document(id),
      dateCreated,
      status,
    })
    const body = [
      at('old', '2020-01-01T00:00:00+00:00'),
      at('in', '2026-03-02T12:00:00+00:00'),
      at('returned', '2026-03-02T12:00:00+00:00', 'RETURNED'),
      at('untold', null),
      at('new', '2030-01-01T00:00:00+00:00'),
    ]
    faults.arm({ operation: 'list_ettn', fault: { kind: 'status', status: 200, body }, times: 'always' })
    const window = { since: new Date('2026-03-02T00:00:00Z'), until: new Date('2026-03-03T00:00:00Z') }
    const idsOf = async (more: Partial<ListWindow>) => {
      const outcome = await list({ ...window, ...more })
      return outcome.kind === 'whole' ? outcome.documents.map(({ id }) => id) : outcome
    }
    expect(await idsOf({})).toEqual(['in', 'returned', 'untold'])
    expect(await idsOf({ status: 'returned' })).toEqual(['returned'])
  })

  test('that a removal may have torn a hole into is no list', async () => {
    const { list, documents, faults, log } = await startWith(1500)
    const all = documents.all()
    faults.arm({ operation: 'list_ettn', fault: { kind: 'hang' }, after: 1 })
    const outcome = list()
    await log.waitFor((entries) => entries.some(({ stage }) => stage === 'held'))
    for (const { id } of all.slice(0, 100)) documents.deleteByHand(id)
    await faults.release()
    expect(await outcome).toMatchObject({ kind: 'failed', failure: { kind: 'bad_answer' } })
  })

  test('out of which a few were removed meanwhile still has all the others', async () => {
    const { list, documents, faults, log } = await startWith(1500)
    const all = documents.all()
    faults.arm({ operation: 'list_ettn', fault: { kind: 'hang' }, after: 1 })
    const outcome = list()
    await log.waitFor((entries) => entries.some(({ stage }) => stage === 'held'))
    for (const { id } of all.slice(0, 6)) documents.deleteByHand(id)
    await faults.release()
    const listed = await outcome
    const ids = new Set(listed.kind === 'whole' ? listed.documents.map(({ id }) => id) : [])
    expect(all.slice(6).filter(({ id }) => !ids.has(id))).toEqual([])
  })

  const document = (id: string | null) => ({ id, ettnNumber: ttn, status: 'CREATED', totalSum: 100 })
  const page = Array.from({ length: 1000 }, (_, one) => document(`id-${one}`))

  test.each([
    ['with something in it that names neither a document nor a TTN', [document('a'), { status: 'CREATED' }]],
    ['with null in it', [document('a'), null]],
    ['that is an object', { results: [document('a')] }],
    ['that never ends, because nobody heeds the offset', page],
  ])('%s is no list', async (_name, body) => {
    const { list, faults, calls } = await startWith(0)
    faults.arm({ operation: 'list_ettn', fault: { kind: 'status', status: 200, body }, times: 'always' })
    expect(await list()).toMatchObject({ kind: 'failed', failure: { kind: 'bad_answer' } })
    expect(calls('list_ettn')).toBeLessThanOrEqual(2)
  })

  test('with an entry that names only its TTN is a list that leaves this TTN in doubt', async () => {
    const { list, faults } = await startWith(0)
    const body = [document('a'), { ...document(null), ettnNumber: '20450000000077' }]
    faults.arm({ operation: 'list_ettn', fault: { kind: 'status', status: 200, body } })
    expect(await list()).toMatchObject({
      kind: 'whole',
      documents: [{ id: 'a' }],
      unreadable_ttns: ['20450000000077'],
    })
  })

  test('whose second page fails is no list', async () => {
    const { list, faults } = await startWith(1500)
    faults.arm({ operation: 'list_ettn', fault: { kind: 'status', status: 403, body: {} }, after: 1, times: 'always' })
    expect(await list()).toMatchObject({ kind: 'failed' })
  })
})
