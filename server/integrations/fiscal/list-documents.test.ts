import { describe, expect, test } from 'vitest'
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
    return { ...ready, now, list: (since = new Date(now)) => ready.ettn.list(credentials, since) }
  }

  test('is empty, or of one page, by one request', async () => {
    const { list, documents, calls, now } = await startWith(0)
    expect(await list()).toEqual({ kind: 'whole', documents: [] })
    documents.createByHand(byHand(1, now))
    expect(await list()).toMatchObject({ kind: 'whole', documents: [{ status: 'waiting', amount: 100 }] })
    expect(calls('list_ettn')).toBe(2)
  })

  test.each([999, 1000, 1001, 2500])('of %i documents has each of them once', async (count) => {
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
    ['with something in it that is no document', [document('a'), document(null)]],
    ['with null in it', [document('a'), null]],
    ['that is an object', { results: [document('a')] }],
    ['that never ends, because nobody heeds the offset', page],
  ])('%s is no list', async (_name, body) => {
    const { list, faults, calls } = await startWith(0)
    faults.arm({ operation: 'list_ettn', fault: { kind: 'status', status: 200, body }, times: 'always' })
    expect(await list()).toMatchObject({ kind: 'failed', failure: { kind: 'bad_answer' } })
    expect(calls('list_ettn')).toBeLessThanOrEqual(2)
  })

  test('whose second page fails is no list', async () => {
    const { list, faults } = await startWith(1500)
    faults.arm({ operation: 'list_ettn', fault: { kind: 'status', status: 403, body: {} }, after: 1, times: 'always' })
    expect(await list()).toMatchObject({ kind: 'failed' })
  })
})
