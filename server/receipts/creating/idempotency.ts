import { createHash } from 'node:crypto'
import { AppError } from '#/contract/errors.ts'
import type { Actor } from '#/server/audit/record-audit.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { findKept, keepRequest, tryHoldKey, type KeptRequest, type KeyOwner } from './idempotency-store.ts'

/** The request of a person under the key they gave it; without a key every request is a new one. */
export interface Asked {
  actor: Actor
  key: string | undefined
  /** Which of the creating calls. */
  call: 'create' | 'prepayment' | 'bulk'
  body: unknown
}

/** `replayed`: the request was answered before, and this is that answer. */
export interface Answered<Answer> {
  answer: Answer
  replayed: boolean
}

export const acceptedStatus = 202

/**
 * The work and the stored answer are one transaction: no receipt exists whose key has no answer, and a refusal leaves
 * nothing behind. A second request with the same key is refused while the first one runs.
 */
export async function answerOnce<Answer>(tx: Tx, asked: Asked, work: () => Promise<Answer>): Promise<Answered<Answer>> {
  const owner = ownerOf(asked)
  if (owner === null) return { answer: await work(), replayed: false }
  const kept = await findAsked(tx, owner, asked)
  if (kept) return { answer: JSON.parse(kept.answer), replayed: true }
  const answer = await work()
  await keepRequest(tx, owner, { request_hash: hashOf(asked), answer: JSON.stringify(answer), status: acceptedStatus })
  return { answer, replayed: false }
}

/** What is stored of the same request; locks the key until the transaction ends. */
export async function findAsked(tx: Tx, owner: KeyOwner, asked: Asked): Promise<KeptRequest | undefined> {
  if (!(await tryHoldKey(tx, owner))) throw new AppError('request.in_progress')
  const kept = await findKept(tx, owner)
  if (kept && kept.request_hash !== hashOf(asked)) throw new AppError('request.key_reused')
  return kept
}

export const ownerOf = ({ actor, key }: Asked): KeyOwner | null =>
  key === undefined || actor.user === null ? null : { user_id: actor.user.id, key }

/** Hash of the parsed body: blanks and the order of fields do not make another request. */
export const hashOf = ({ call, body }: Asked): string =>
  createHash('sha256')
    .update(JSON.stringify([call, body]))
    .digest('base64url')
