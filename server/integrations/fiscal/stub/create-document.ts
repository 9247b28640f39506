import { formatMoney } from '#/contract/money.ts'
import { newId } from '#/server/platform/random.ts'
import type { DocumentKind, SendOutcome } from '../ettn-client.ts'
import { failureOf } from '../failure-words.ts'
import { answered, readStubBody, type StubDraft } from './body.ts'
import type { StubProvider } from './current-document.ts'
import { toEttnDocument } from './document.ts'
import { faultOf, faultyCreate } from './faults.ts'
import { findStubDocument, hasStubShift, insertStubDocument, listStubChain, type StubDocument } from './store.ts'

interface Sent {
  kind: DocumentKind
  body: string
}

/** Makes a document, unless the provider would not. Like the provider it makes a second one of the same TTN, if asked to. */
export async function createStubDocument(provider: StubProvider, register: string, sent: Sent): Promise<SendOutcome> {
  const { draft, outcome } = readStubBody(sent.kind, sent.body)
  if (draft === null) return outcome
  if (sent.kind === 'prepayment') return createPrepayment(provider, register, draft)
  const problem = sent.kind === 'ettn_rest' ? await whyNotRest(provider, register, draft) : null
  if (problem !== null) return answered(problem)

  const now = provider.clock.now()
  const fault = faultyCreate(faultOf(draft.ttn))
  const make = async (afterMs = 0): Promise<StubDocument> => {
    const document = toRow(register, sent.kind, draft, new Date(now.getTime() + afterMs))
    await insertStubDocument(provider.db, document)
    return document
  }
  if (fault === null) return { kind: 'positive', document: toEttnDocument(await make(), now) }
  for (let made = 0; made < fault.documents; made += 1) await make(fault.afterMs)
  return fault.outcome
}

/** Fiscal at once. Its id is ours, so a second try finds the first. */
async function createPrepayment({ db, clock }: StubProvider, register: string, draft: StubDraft): Promise<SendOutcome> {
  const id = draft.id ?? newId()
  const now = clock.now()
  const findIt = () => findStubDocument(db, register, { id })
  const before = await findIt()
  if (before !== undefined) return { kind: 'positive', document: toEttnDocument(before, now) }
  if (!(await hasStubShift(db, register, now)))
    return { kind: 'refused', failure: failureOf('refused', 'Зміну не відкрито'), code: 'shift.not_opened' }

  const row = { ...toRow(register, 'prepayment', draft, now), id, receipt_id: id, paid_at: now.toISOString() }
  if (await insertStubDocument(db, row)) return { kind: 'positive', document: toEttnDocument(row, now) }
  const meanwhile = await findIt()
  return meanwhile === undefined
    ? answered('За цим замовленням уже є інша передоплата')
    : { kind: 'positive', document: toEttnDocument(meanwhile, now) }
}

/** What is left to pay is known from the chain alone. */
async function whyNotRest({ db }: StubProvider, register: string, draft: StubDraft): Promise<string | null> {
  const chain = await listStubChain(db, register, draft.relation_id ?? '')
  const prepayment = chain.find(({ kind }) => kind === 'prepayment')
  if (prepayment === undefined) return 'Передоплату, якої стосується чек, не знайдено'
  const left = prepayment.total - prepayment.amount
  return left === draft.amount
    ? null
    : `Залишок після передоплати ${formatMoney(left)} відрізняється від суми оплати ${formatMoney(draft.amount)}`
}

const toRow = (register: string, kind: DocumentKind, draft: StubDraft, made_at: Date): StubDocument => ({
  id: newId(),
  register,
  kind,
  ttn: draft.ttn,
  relation_id: draft.relation_id,
  amount: draft.amount,
  total: draft.total ?? draft.amount,
  receipt_id: newId(),
  made_at: made_at.toISOString(),
  paid_at: null,
  cancelled_at: null,
})
