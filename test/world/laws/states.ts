import type { Receipt } from '#/contract/receipts.ts'
import { couldBeKnown } from '../sight.ts'
import { isFiscal, isLiving, type Document } from '../truth.ts'
import { areClocksRight } from './known.ts'
import type { Broken, Law } from './law.ts'

/** What a state says of a receipt's document, once everything had its time. Advances are judged by their chain elsewhere. */
export const everyStateIsTrue: Law = (world, view) => {
  if (!areClocksRight(world)) return []
  const documents = new Map(world.outside.fiscal.documents.all().map((document) => [document.id, document]))
  const held = new Set(view.receipts.filter(({ state }) => !isDead(state)).map(({ provider_id }) => provider_id))
  const orphans = new Set(view.alarms.orphans.map(({ provider_id }) => provider_id))
  return view.receipts.flatMap((receipt): Broken[] => {
    // «Не видно» with the present credentials is a sentence of its own, and is judged as one.
    const isUnseen = receipt.problem?.code === 'receipt.other_credentials'
    if (receipt.kind !== 'ettn' || receipt.is_test || isUnseen) return []
    const own = documents.get(receipt.provider_id ?? '')
    if (own !== undefined && !couldBeKnown(world, own, world.outside.clock.now())) return []
    const wrong = judge(receipt, own, (document) => held.has(document.id) || orphans.has(document.id))
    return wrong === null
      ? []
      : [
          {
            law: 'every state is true',
            sort: receipt.state,
            about: `the receipt of ${receipt.ttn}`,
            detail: `it is ${receipt.state}, and ${wrong}`,
          },
        ]
  })
}

const isDead = (state: Receipt['state']): boolean => state === 'cancelled' || state === 'failed'

function judge(
  { state, returned_at }: Receipt,
  own: Document | undefined,
  isShown: (document: Document) => boolean,
): string | null {
  if (state === 'created' && (own === undefined || !isLiving(own) || isFiscal(own)))
    return `its document is ${own === undefined || own.deleted ? 'not there' : own.status}`
  if (state === 'fiscalized' && own?.status === 'RETURNED' && returned_at === null) return 'its return is not shown'
  if (state === 'fiscalized' && own?.status !== 'RETURNED' && (own === undefined || !isFiscal(own)))
    return `its document is ${own === undefined || own.deleted ? 'not there' : own.status}`
  if (isDead(state) && own !== undefined && isLiving(own) && !isShown(own))
    return 'its document lives, and nobody is told'
  return null
}
