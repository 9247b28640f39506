import type { EttnDocument as Told } from '#/server/integrations/fiscal/ettn-client.ts'

/** The delivery of its copy decides nothing here. */
type EttnDocument = Omit<Told, 'is_copy_undelivered'>

/** What is known of a receipt whose document is searched. */
export interface Sought {
  ttn: string
  amount: number
  /** Of its register; null: no check has read it yet. */
  fiscal_number: string | null
  /** Its first permit by the provider's clock, or its creation if it was never sent: what is older cannot be its document. */
  first_permit_at: string
  /** It was sent, or may have been before a backup was restored. One that never was has none, and what is there was made by another hand. */
  may_own: boolean
}

export type Match =
  | { kind: 'waiting' | 'fiscal' | 'receipt_error'; document: EttnDocument }
  | { kind: 'only_cancelled' | 'nothing' }
  | { kind: 'several' | 'foreign' | 'unrecognised'; documents: readonly EttnDocument[] }

/** The provider's clock and ours may differ by so much. */
export const skewMs = 60_000

/**
 * Which of the provider's documents belongs to a receipt. The provider knows no id of ours, so ours is what has the
 * same TTN, register and sum and was made after the first permit. A document in an unknown status counts as living:
 * taking it for a dead one would make a second receipt. Its own document that was returned settles the receipt, which was
 * fiscal then; one of another hand is nothing. `taken`: documents that other receipts hold.
 */
export function matchDocuments(
  sought: Sought,
  documents: readonly EttnDocument[],
  taken: ReadonlySet<string> = new Set(),
): Match {
  const ofTtn = documents.filter(({ ttn }) => ttn === sought.ttn)
  const living = ofTtn.filter(isLiving)
  const [only, ...more] = living
  const isTheOne = (document: EttnDocument) => sought.may_own && !taken.has(document.id) && isOurs(sought, document)
  if (more.length > 0) return { kind: 'several', documents: living }
  if (only === undefined) return ofDead(ofTtn.filter(isTheOne))
  if (!isTheOne(only)) return { kind: 'foreign', documents: living }
  const kind = kinds[only.status]
  return kind === null ? { kind: 'unrecognised', documents: living } : { kind, document: only }
}

function ofDead(own: readonly EttnDocument[]): Match {
  const returned = own.find(({ status }) => status === 'returned')
  if (returned !== undefined) return { kind: 'fiscal', document: returned }
  return { kind: own.length > 0 ? 'only_cancelled' : 'nothing' }
}

/** What was cancelled, or whose money was given back, covers no sale: it prevents no receipt, and people need not see it. */
export const isLiving = ({ status }: Pick<EttnDocument, 'status'>): boolean =>
  status !== 'cancelled' && status !== 'returned'

const kinds = {
  waiting: 'waiting',
  fiscalized: 'fiscal',
  receipt_error: 'receipt_error',
  returned: null,
  cancelled: null,
  unrecognised: null,
} as const satisfies Record<EttnDocument['status'], string | null>

/** A field that the provider omits is not compared; one that it gives must agree. */
function isOurs(sought: Sought, { amount, register_fiscal_number, created_at }: EttnDocument): boolean {
  const isSameRegister =
    register_fiscal_number === null || sought.fiscal_number === null || register_fiscal_number === sought.fiscal_number
  const isNew = created_at === null || Date.parse(created_at) >= Date.parse(sought.first_permit_at) - skewMs
  return (amount === null || amount === sought.amount) && isSameRegister && isNew
}
