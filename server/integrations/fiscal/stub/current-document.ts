import { z } from 'zod'
import type { Clock } from '#/server/platform/clock.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { isWaiting } from './document.ts'
import { endStubDocuments, findStubDocument, type StubDocument } from './store.ts'

export interface StubProvider {
  db: Db
  clock: Clock
  /** What the carrier says of a parcel: the stub learns of payment only from it. A deleted waybill counts as refused. */
  isPaid(ttn: string): Promise<'waiting' | 'paid' | 'refused' | 'unknown'>
}

export const isId = (id: string): boolean => z.guid().safeParse(id).success

/** The document as its parcel makes it by now; null: there is none, or its effect is still to come. */
export async function findCurrentDocument(
  provider: StubProvider,
  register: string,
  id: string,
): Promise<StubDocument | null> {
  const document = isId(id) ? await findStubDocument(provider.db, register, { id }) : undefined
  if (document === undefined || Date.parse(document.made_at) > provider.clock.now().getTime()) return null
  const [current = document] = await bringUpToDate(provider, [document])
  return current
}

/** Reading moves the documents on: a payment makes them fiscal, a refused parcel cancels them. In the same order. */
export async function bringUpToDate(
  { db, clock, isPaid }: StubProvider,
  documents: readonly StubDocument[],
): Promise<StubDocument[]> {
  const waiting = documents.filter(isWaiting)
  const said = new Map<string, string>()
  for (const { ttn } of waiting) if (ttn !== null && !said.has(ttn)) said.set(ttn, await isPaid(ttn))
  const idsOf = (word: string) => waiting.filter(({ ttn }) => said.get(ttn ?? '') === word).map(({ id }) => id)
  const moved = [
    ...(await endStubDocuments(db, idsOf('paid'), 'paid_at', clock.now())),
    ...(await endStubDocuments(db, idsOf('refused'), 'cancelled_at', clock.now())),
  ]
  const byId = new Map(moved.map((document) => [document.id, document]))
  return documents.map((document) => byId.get(document.id) ?? document)
}
