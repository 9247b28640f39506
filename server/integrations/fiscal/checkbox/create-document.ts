import { z } from 'zod'
import { parseJson } from '#/server/platform/parse-json.ts'
import type { CheckboxSessions } from './sessions.ts'
import { saysAlreadyExists, toSendFailure, tripsBreaker } from './classify-answer.ts'
import type { DocumentKind, EttnDocument, SendOutcome, SendRequest } from '../ettn-client.ts'
import { failureOf } from '../failure-words.ts'
import type { RegisterCredentials } from '../fiscal-client.ts'
import { fromEttn, fromReceipt, toPrepaymentDocument } from './read-ettn.ts'
import { isDocumentId, type Reading } from './read-fields.ts'
import { sendOnce, type Sent } from './send-once.ts'

export interface EttnPaths {
  sessions: CheckboxSessions
  /** `/ettn`, or the older `/np/ettn`, which has the same operations. */
  prefix: `/${string}`
}

/** One creation. What it did is read from the answer alone: nothing is sent a second time. */
export async function createDocument(
  { sessions, prefix }: EttnPaths,
  credentials: RegisterCredentials,
  request: SendRequest,
): Promise<SendOutcome> {
  const { kind, body } = request
  const ours = readOurs(kind, body)
  // Its answer could never be recognised as ours.
  if (ours === null)
    return { kind: 'refused', failure: failureOf('refused', 'запит до Checkbox пошкоджено: не надіслано'), code: null }
  const path = pathOf(kind, prefix)
  const sent = await sendOnce(sessions, credentials, { method: 'POST', path, body, tripsBreaker }, request)
  const { outcome } = sent
  if (!outcome.ok) {
    const { answer } = outcome
    const isThere = kind === 'prepayment' && answer?.format === 'json' && saysAlreadyExists(answer)
    return (isThere ? await findPrepayment(sessions, credentials, ours, sent) : null) ?? toSendFailure(outcome, kind)
  }
  const document = recognise(kind, outcome, ours)
  if (document !== null) return { kind: 'positive', document }
  const failure = failureOf('bad_answer', 'Checkbox відповів на створення чека, але не цим чеком')
  return { kind: 'ambiguous', failure, retry_after_seconds: null, misconfigured: false, already_exists: false }
}

const pathOf = (kind: DocumentKind, prefix: `/${string}`): `/${string}` =>
  ({ ettn: prefix, ettn_rest: `${prefix}/prepayment`, prepayment: '/prepayment-receipts' } as const)[kind]

interface Ours {
  /** Of a prepayment. */
  id: string | null
  ttn: string | null
  amount: number
}

const EttnBody = z.object({
  receipt_body: z.object({ payments: z.tuple([z.object({ value: z.int(), ettn: z.string().min(1) })]) }),
})
const PrepaymentBody = z.object({
  id: z.string().refine(isDocumentId),
  payments: z.tuple([z.object({ value: z.int() })]),
})

/** What the answer must repeat, from the very bytes that are sent. */
function readOurs(kind: DocumentKind, body: string): Ours | null {
  const json = parseJson(body)
  if (kind === 'prepayment') {
    const { data } = PrepaymentBody.safeParse(json)
    return data === undefined ? null : { id: data.id, ttn: null, amount: data.payments[0].value }
  }
  const { data } = EttnBody.safeParse(json)
  const [payment] = data?.receipt_body.payments ?? []
  return payment === undefined ? null : { id: null, ttn: payment.ettn, amount: payment.value }
}

/** A missing sum agrees; a prepayment is recognised by the id we gave it. */
function recognise(kind: DocumentKind, answer: Reading & { json: unknown }, ours: Ours): EttnDocument | null {
  if (kind === 'prepayment') {
    const receipt = fromReceipt(answer.json, answer)
    return receipt !== null && isSameId(receipt.id, ours.id) ? toPrepaymentDocument(receipt) : null
  }
  const document = fromEttn(answer.json, answer)
  if (document === null || document.ttn !== ours.ttn) return null
  return document.amount === null || document.amount === ours.amount ? document : null
}

const isSameId = (id: string, ours: string | null): boolean => id.toLowerCase() === ours?.toLowerCase()

/** Only Checkbox knows whether the receipt with our id is there; not to learn it is no proof of anything. */
async function findPrepayment(
  sessions: CheckboxSessions,
  credentials: RegisterCredentials,
  ours: Ours,
  { deadline }: Sent,
): Promise<SendOutcome | null> {
  const path = `/receipts/${ours.id}` as const
  const outcome = await sessions.callAsCashier(credentials, { method: 'GET', path, attempts: 1 }, deadline)
  const document = outcome.ok ? recognise('prepayment', outcome, ours) : null
  return document === null ? null : { kind: 'positive', document }
}
