import { expect, test } from 'vitest'
import { lineStates, noReceiptReasons, openLineStates, type PayoutPreview } from '#/contract/payouts.ts'
import { readMoneyView, readTransfersView } from '../../addresses/money-view.ts'
import { aPayout, aPreview, aTransfer } from '../../gallery/fixtures/money.ts'
import { isReady, nextUploads, questionsLeft, type Upload, type UploadStep } from './upload-list.ts'
import { waitsForPerson } from './waits-for-person.ts'
import { countedStates, isLineState, whyOf } from '../../words/money-words.ts'

const aFile = (name: string) => ({ file: new File(['1'], name), refusal: null })
const run = (steps: readonly UploadStep[], before: readonly Upload[] = []) => steps.reduce(nextUploads, before)

/** Files that have been read, the first with key 1. */
const read = (...previews: readonly PayoutPreview[]): readonly Upload[] => {
  const added = run([{ kind: 'added', firstKey: 1, files: previews.map((_, place) => aFile(`${place}.xlsx`)) }])
  return run(
    added.map(({ key, answers }, place) => ({ kind: 'read', key, answers, preview: previews[place] ?? aPreview(1) })),
    added,
  )
}
const ready = (uploads: readonly Upload[]) => uploads.filter(isReady).map(({ key }) => key)

test('a file is ready when it is new or a correction that somebody agreed to, and has nothing left to be asked', () => {
  const correction = { register: aPayout(3), added: 1, removed: 0, changed: 0 }
  const uploads = read(
    aPreview(1),
    aPreview(2, { outcome: 'same' }),
    aPreview(3, { outcome: 'correction', asks: ['replace'], correction }),
    aPreview(4, { asks: ['totals'] }),
  )
  expect(ready(uploads)).toEqual([1])
  const another = run([{ kind: 'answered', key: 3, answers: { replaces: aPayout(9).id } }], uploads)
  expect(ready(another)).toEqual([1])
  const agreed = run(
    [
      { kind: 'answered', key: 3, answers: { replaces: aPayout(3).id } },
      { kind: 'answered', key: 4, answers: { totals_confirmed: 'true' } },
    ],
    uploads,
  )
  expect(ready(agreed)).toEqual([1, 3, 4])
})

test('an answer that changes what the file would do has it read again, and what was read before is not believed', () => {
  const uploads = read(aPreview(1, { number: null, asks: ['number'] }))
  const answered = run([{ kind: 'answered', key: 1, answers: { number: '40000017' } }], uploads)
  expect(answered).toMatchObject([{ stage: 'waiting', answers: { number: '40000017' }, asked: ['number'] }])
  const late = run([{ kind: 'read', key: 1, answers: {}, preview: aPreview(1) }], answered)
  expect(ready(late)).toEqual([])
  const again = answered.map(({ answers }) => answers)[0] ?? {}
  expect(ready(run([{ kind: 'read', key: 1, answers: again, preview: aPreview(1) }], answered))).toEqual([1])
})

test('whose money it is is said once for all files that name the same payee, and a new one becomes known with its first file', () => {
  const unknown = { payee: null, payee_name: 'ФОП Новий', asks: ['payee' as const] }
  const uploads = read(aPreview(1, unknown), aPreview(2, unknown), aPreview(3, { ...unknown, payee_name: 'ФОП Інший' }))
  const answered = run([{ kind: 'answered', key: 1, answers: { payee_id: 'new' } }], uploads)
  expect(answered.map(({ answers }) => answers.payee_id)).toEqual(['new', 'new', undefined])
  const taken = run([{ kind: 'taken', key: 1, payout: aPayout(1) }], answered)
  expect(taken.map(({ key, answers }) => [key, answers.payee_id])).toEqual([
    [2, aPayout(1).payee.id],
    [3, undefined],
  ])
})

test('a file that was refused or not imported stays with its reason, and the others go on', () => {
  const uploads = read(aPreview(1), aPreview(2))
  const failed = run([{ kind: 'not taken', key: 1, refusal: 'Немає зв’язку', readAgain: false }], uploads)
  expect(failed[0]).toMatchObject({ stage: 'read', refusal: 'Немає зв’язку' })
  expect(ready(failed)).toEqual([1, 2])
  const [first] = run([{ kind: 'added', firstKey: 1, files: [{ ...aFile('1.xlsx'), refusal: 'Файл завеликий' }] }])
  expect(first).toMatchObject({ stage: 'refused', refusal: 'Файл завеликий' })
  expect(first && questionsLeft(first)).toEqual([])
})

test('every state of a transfer has a word and a sentence, and those that are open are the contract’s', () => {
  for (const state of lineStates) {
    expect(isLineState(state)).toBe(true)
    expect(whyOf(aTransfer(1, state))).toMatch(/^[А-ЯІЇЄҐ].*\.$/u)
  }
  for (const why of noReceiptReasons) expect(whyOf(aTransfer(1, 'no_receipt', { why }))).toMatch(/^Гроші надійшли,/)
  expect(whyOf(aTransfer(1, 'sum_differs', { difference: -5_000 }))).toContain('на\u00a050,00\u00a0₴ менше')
  expect(lineStates.filter((state) => waitsForPerson[state])).toEqual([...openLineStates])
  expect(countedStates({ matched: 2, duplicate: 0 })).toEqual([{ state: 'matched', count: 2 }])
})

test('what an address says of payout lists and transfers is taken only where it is understood', () => {
  const payee_id = aPayout(1).payee.id
  expect(readMoneyView({ payee_id, from: '2026-10-01', to: '2026-13-01', more: 1 })).toEqual({
    payee_id,
    from: '2026-10-01',
  })
  expect(readMoneyView({ payee_id: '1 or 1=1' })).toEqual({})
  expect(readTransfersView({ state: 'no_receipt', open: true })).toEqual({ state: 'no_receipt', open: true })
  expect(readTransfersView({ state: 'No Receipt', open: 'yes' })).toEqual({})
})
