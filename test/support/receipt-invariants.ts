import { isDeepStrictEqual } from 'node:util'
import { deadStates, receiptTransitions, type ReceiptState } from '#/contract/receipt-states.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { readReceiptFacts, type Checkbox, type CreateFact, type ReceiptFactsOfAll } from './receipt-facts.ts'
import { lastingViolations } from './receipt-settlement.ts'

export interface Judging {
  /** Milliseconds, of the clock the service lives by. */
  now: number
  effect_window_ms: number
  attention_ms: number
  /** Faults are over and every job had time: nothing may be in doubt but what was shown to a person. */
  settled?: boolean
  /** Receipts the service said it took. */
  acknowledged?: readonly string[]
  /** Between a backup and its restore: what we did then is forgotten, and is to us like the work of another hand. */
  lost_time?: { from: number; to: number }
  /** TTNs of parcels that are paid for. */
  paid?: readonly string[]
  /** All that the service tells people: `GET /receipts/alarms` and the orders listed by `attention=true`, as text. */
  said?: string
}

type Facts = ReceiptFactsOfAll
type Document = Facts['documents'][number]

/**
 * What must hold of receipts whatever happened, by the numbers of the design. Every violation is a sentence; none means that
 * both sides agree. Documents that another hand made are not our fault; to make one beside them, or to be silent of them, is.
 */
export async function receiptViolations(
  db: Db | Tx,
  checkboxes: readonly Checkbox[],
  judging: Judging,
): Promise<string[]> {
  const facts = await readReceiptFacts(db, checkboxes)
  return [...Object.values(rules).flatMap((rule) => rule(facts, judging)), ...lastingViolations(facts, judging)]
}

const isDead = (state: ReceiptState): boolean => deadStates.some((dead) => dead === state)
const isFiscalWord = (status: string): boolean => /^DONE|^RETURNED$/.test(status)
const isLive = ({ deleted, status }: Document): boolean => !deleted && status !== 'CANCELLED' && status !== 'RETURNED'
const endOf = ({ deleted_at, status }: Document): number =>
  deleted_at === null ? (status === 'CANCELLED' || status === 'RETURNED' ? 0 : Infinity) : Date.parse(deleted_at)

/** So many documents of a TTN are the provider's own doing: one request, carried out more than once. */
const doubledBy = ({ creates }: Facts, ttn: string): number =>
  creates.filter(({ of }) => of === ttn).reduce((sum, { effects }) => sum + Math.max(0, effects.length - 1), 0)

const rules = {
  s1: (facts: Facts, judging: Judging): string[] => {
    const made = facts.documents.filter((document) => isOurs(document, judging))
    return [...Map.groupBy(made, ({ ttn }) => ttn)].flatMap(([ttn, documents]) => {
      const most = Math.max(...documents.map(({ created_at }) => livingAt(documents, Date.parse(created_at))))
      return most > 1 + doubledBy(facts, ttn) ? [`S1: ${most} documents of ${ttn} were live at once`] : []
    })
  },

  /** Whatever made the other one: what existed at the lookup before sending could be known. */
  doubled: (facts: Facts, judging: Judging): string[] => {
    const byTtn = Map.groupBy(facts.documents, ({ ttn }) => ttn)
    return facts.creates
      .filter((create) => create.kind === 'ettn' && !isLost(create.at, judging))
      .flatMap(({ of, at, effects }) =>
        effects.flatMap((effect) => {
          const others = (byTtn.get(of) ?? []).filter((one) => Date.parse(one.created_at) < at - oldestLookMs)
          return livingAt(others, effect) > 0
            ? [`doubled: a document of ${of} was made beside one that was there before we looked`]
            : []
        }),
      )
  },

  s2: (facts: Facts, judging: Judging): string[] => {
    const held = new Set(facts.receipts.filter(({ state }) => !isDead(state)).map(({ provider_id }) => provider_id))
    const inDoubt = new Set(facts.receipts.filter(({ state }) => !isDead(state)).map(({ ttn }) => ttn))
    return facts.receipts
      .filter(({ state }) => isDead(state))
      .flatMap(({ id, state, ttn, provider_id, kind }) => {
        const own = facts.documents.filter((document) => document.id === provider_id && isLive(document))
        const stray = facts.documents.filter(
          (document) =>
            kind === 'ettn' &&
            document.ttn === ttn &&
            isOurs(document, judging) &&
            isLive(document) &&
            !held.has(document.id),
        )
        const advance = kind === 'prepayment' && facts.fiscal_receipts.get(id)?.status === 'DONE'
        const mayLand = facts.creates.some((create) => create.pending && (create.of === ttn || create.of === id))
        const untold = stray.filter((document) => !facts.told.has(document.id) && !inDoubt.has(ttn))
        return Object.entries({
          [`S2: ${state} receipt ${id} of ${ttn} has a live document`]: own.length > 0 || untold.length > 0,
          [`S2: ${state} prepayment ${id} is fiscal at the provider`]: advance,
          [`S2: a create of the ${state} receipt ${id} can still land`]: mayLand && !inDoubt.has(ttn),
        }).flatMap(([violation, isSeen]) => (isSeen ? [violation] : []))
      })
  },

  s3: (facts: Facts, { settled }: Judging): string[] =>
    facts.receipts.flatMap(({ id, kind, state, provider_id, fiscal_code }) => {
      const document = facts.documents.find((one) => one.id === provider_id)
      const fiscal = facts.fiscal_receipts.get(kind === 'prepayment' ? id : (document?.receipt_id ?? ''))
      const isFiscal = kind === 'prepayment' ? fiscal?.status === 'DONE' : isFiscalWord(document?.status ?? '')
      if (state === 'fiscalized') {
        if (!isFiscal) return [`S3: ${id} is fiscalized, its document is not`]
        return fiscal_code === null || fiscal_code === fiscal?.fiscal_code
          ? []
          : [`S3: ${id} has the fiscal code ${fiscal_code}, its document has ${fiscal?.fiscal_code}`]
      }
      return settled && isFiscal && state !== 'attention' ? [`S3: ${id} is ${state}, its document is fiscal`] : []
    }),

  s4: (facts: Facts): string[] =>
    facts.receipts.flatMap(({ id, kind, provider_id, ttn, amount }) => {
      if (provider_id === null) return []
      if (kind === 'prepayment') {
        const fiscal = facts.fiscal_receipts.get(provider_id)
        return provider_id === id && fiscal?.total_sum === amount ? [] : [`S4: the prepayment ${id} is another one`]
      }
      const document = facts.documents.find((one) => one.id === provider_id)
      return document?.ttn === ttn && document.total_sum === amount
        ? []
        : [`S4: the document of ${id} has ${document?.ttn} and ${document?.total_sum}, not ${ttn} and ${amount}`]
    }),

  s5: ({ receipts }: Facts): string[] =>
    (['order_id', 'ttn'] as const).flatMap((field) =>
      [
        ...Map.groupBy(
          receipts.filter(({ state }) => !isDead(state)),
          (row) => `${row[field]} ${row.kind}`,
        ),
      ]
        .filter(([, rows]) => rows.length > 1)
        .map(([of, rows]) => `S5: ${rows.length} live receipts of ${field} ${of}`),
    ),

  s6: (facts: Facts, judging: Judging): string[] =>
    [...Map.groupBy(remembered(facts.creates, judging).filter(mayHaveEffect), ({ of }) => of)].flatMap(
      ([of, sends]) => {
        const own = facts.receipts.filter(({ id, ttn, kind }) => (kind === 'prepayment' ? id : ttn) === of)
        // A prepayment without a shift is refused, and that permit is given back; the request was sent all the same.
        const permits = own.reduce((sum, row) => sum + row.attempt - (row.kind === 'prepayment' ? 0 : row.voided), 0)
        return sends.length > permits ? [`S6: ${sends.length} creates of ${of} were sent with ${permits} permits`] : []
      },
    ),

  s7: ({ events }: Facts): string[] =>
    [...events].flatMap(([id, all]) => {
      const asked = all.findIndex(({ event }) => event === 'cancel_asked')
      const sentLater = asked !== -1 && all.slice(asked).some(({ event }) => event === 'claimed')
      return sentLater ? [`S7: ${id} was claimed after it was cancelled`] : []
    }),

  s8: ({ deletes, receipts, events }: Facts, judging: Judging): string[] =>
    remembered(deletes, judging).flatMap(({ id }) => {
      const owner = receipts.find(({ provider_id }) => provider_id === id)
      const isWanted = events.get(owner?.id ?? '')?.some(({ event }) => event === 'cancel_claimed') ?? false
      return isWanted ? [] : [`S8: the document ${id} was deleted, which nobody asked for`]
    }),

  s9: ({ creates, receipts }: Facts, judging: Judging): string[] =>
    remembered(creates, judging).flatMap(({ of, kind, body }) => {
      const isKnown = receipts.some((row) => (kind === 'prepayment' ? row.id : row.ttn) === of && row.request === body)
      return isKnown ? [] : [`S9: a create of ${of} was sent with other bytes than were frozen`]
    }),

  s10: ({ receipts, events }: Facts): string[] =>
    receipts.flatMap((row) => {
      const all = events.get(row.id) ?? []
      const broken = all.findIndex(({ seq, from_state: from, to_state: to }, index) => {
        const follows = seq === index + 1 && from === (all[index - 1]?.to_state ?? null)
        return !follows || (from === null ? to !== 'queued' : from !== to && !receiptTransitions[from].includes(to))
      })
      if (broken !== -1) return [`S10: event ${broken + 1} of ${row.id} does not follow`]
      return all.at(-1)?.to_state === row.state && all.length === row.events
        ? []
        : [
            `S10: ${row.id} is ${row.state} after ${row.events} events, its history says ${all.at(-1)?.to_state} after ${all.length}`,
          ]
    }),

  s11: ({ receipts, events, audit }: Facts): string[] =>
    receipts.flatMap(({ id }) => {
      // That a restore put receipts in doubt is one entry of the audit log for all of them.
      const moves = (events.get(id) ?? []).filter(
        ({ event, from_state, to_state }) => from_state !== to_state && event !== 'restored',
      )
      const wanted = moves.map(({ from_state, to_state }) => `${from_state ?? ''} ${to_state}`)
      const kept = (audit.get(id) ?? []).flatMap(({ action, details: { from, to } }) => {
        if (action === 'receipt.requested') return [' queued']
        return from === to ? [] : [`${from} ${to}`]
      })
      return isDeepStrictEqual(sorted(wanted), sorted(kept))
        ? []
        : [`S11: ${id} moved ${wanted.length} times and has ${kept.length} audit entries`]
    }),

  s12: ({ receipts, orders }: Facts): string[] =>
    receipts
      .filter(({ state }) => !isDead(state))
      .flatMap(({ id, order_id, ttn, shown }) => {
        const order = orders.get(order_id)
        const isSame = order?.ttn === ttn && order.total === shown.total && isDeepStrictEqual(order.goods, shown.goods)
        return isSame ? [] : [`S12: the order of ${id} changed under its receipt`]
      }),

  s13: ({ receipts }: Facts): string[] =>
    receipts
      .filter(({ kind }) => kind === 'ettn')
      .flatMap(({ id, amount, shown, prepayment_id }) => {
        const prepaid = receipts.find((row) => row.id === prepayment_id)?.amount ?? 0
        return prepaid + amount === shown.total ? [] : [`S13: ${prepaid} + ${amount} of ${id} is not ${shown.total}`]
      }),

  s16: ({ events }: Facts): string[] =>
    [...events].flatMap(([id, all]) => {
      const known = all.findIndex(({ to_state }) => to_state === 'created' || to_state === 'fiscalized')
      const sentAgain = known !== -1 && all.slice(known).some(({ event }) => event === 'claimed')
      return sentAgain ? [`S16: ${id} was claimed although its document was known`] : []
    }),

  /** Of one TTN no create leaves while an earlier one may still take effect. */
  early: ({ creates }: Facts, { effect_window_ms, ...judging }: Judging): string[] =>
    [...Map.groupBy(remembered(creates, judging).filter(mayHaveEffect), ({ of }) => of)].flatMap(([of, all]) =>
      all.slice(1).flatMap((create, index) => {
        const before = all.slice(0, index + 1).filter((earlier) => !isAnswered(earlier))
        return before.some(({ at, effects }) => effects.some((e) => e > create.at) || create.at - at < effect_window_ms)
          ? [`a second create of ${of} was sent while the first could still land`]
          : []
      }),
    ),
}

/** One look serves the first sends of a turn of ten seconds, and a send may last as long as its call. */
const oldestLookMs = 20_000

const isLost = (at: number, { lost_time }: Pick<Judging, 'lost_time'>): boolean =>
  lost_time !== undefined && at >= lost_time.from && at <= lost_time.to

/** Without what we did in a time that we have forgotten. */
const remembered = <One extends { at: number }>(all: readonly One[], judging: Pick<Judging, 'lost_time'>): One[] =>
  all.filter(({ at }) => !isLost(at, judging))

const isOurs = ({ made_by, created_at }: Document, judging: Judging): boolean =>
  made_by === 'api' && !isLost(Date.parse(created_at), judging)

const sorted = (texts: readonly string[]): string[] => texts.toSorted((a, b) => a.localeCompare(b))

const livingAt = (documents: readonly Document[], moment: number): number =>
  documents.filter((one) => Date.parse(one.created_at) <= moment && endOf(one) > moment).length

/** Refused for its token, which is no send: the same permit signs in anew and sends once more. */
const mayHaveEffect = ({ status }: CreateFact): boolean => status !== 401 && status !== 403

/** An answer of the provider itself: after it nothing lands. */
const isAnswered = ({ status, pending, has_fault }: CreateFact): boolean =>
  !pending && !has_fault && status !== null && status < 500 && status !== 429
