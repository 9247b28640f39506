import type { CarrierFailure, KeyOwnerOutcome } from './carrier-client.ts'
import { failureOf, hideKey } from './failure-words.ts'
import { refOf, toKeyOwner } from './key-owner.ts'
import type { Reading } from './read-answer.ts'
import { contactsCall, sendersCall, type CarrierCall } from './wire.ts'

type Ask = (call: CarrierCall, mayBeEmpty: boolean) => Promise<Reading>

/** The name of the first sender of the cabinet, and the phones of all: any of them may have made the waybill. */
export async function askKeyOwner(key: string, ask: Ask): Promise<KeyOwnerOutcome> {
  const senders = await askPages((page) => ask(sendersCall(page), page > 1))
  if (!senders.ok) return senders
  const refs = senders.records.map(refOf).filter((ref) => ref !== '')
  const [first] = refs
  if (first === undefined) return { ok: false, failure: failureOf('bad_answer', 'Нова пошта не сказала, чий це ключ') }
  const contacts: unknown[] = []
  const ofFirst: unknown[] = []
  for (const ref of refs) {
    const found = await askPages((page) => ask(contactsCall(ref, page), true))
    if (!found.ok) return found
    contacts.push(...found.records)
    if (ref === first) ofFirst.push(...found.records)
  }
  const sender = senders.records.find((record) => refOf(record) === first)
  const { name, phones } = toKeyOwner(sender, ofFirst, contacts)
  return { ok: true, owner: { name: hideKey(key, name), phones } }
}

/** No cabinet has so many; a carrier that goes on for ever must end. */
const mostPages = 50

/** All pages, until there are as many records as there should be, or a page brings nothing new. */
async function askPages(
  askPage: (page: number) => Promise<Reading>,
): Promise<{ ok: true; records: unknown[] } | { ok: false; failure: CarrierFailure }> {
  const records = new Map<string, unknown>()
  for (let page = 1; page <= mostPages; page += 1) {
    const { records: found, problem, total } = await askPage(page)
    if (problem !== null) return { ok: false, failure: problem.failure }
    const before = records.size
    for (const record of found) records.set(refOf(record) || JSON.stringify(record), record)
    if (records.size === before || records.size >= (total ?? Infinity)) break
  }
  return { ok: true, records: [...records.values()] }
}
