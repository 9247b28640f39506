import type { ReceiptEvent } from '#/server/receipts/machine/facts.ts'
import { attemptAt, indexOf, withSend } from './sending-steps.ts'
import { aProblem, documentId, tell } from './tell.ts'
import { mayLand, type Rules, type Send, type Step, type World } from './world.ts'

/** Time, people, parcels and the cabinet of the provider. */
export function outsideSteps(rules: Rules, world: World): Step[] {
  const { state } = world.row
  const say = (label: string, ours: boolean, event: ReceiptEvent): Step[] => {
    const to = tell(rules, world, event)
    return to === null ? [] : [{ label, to, ours }]
  }
  return [
    ...say('a person cancels', false, { type: 'cancel_asked' }),
    ...(state === 'sending' || state === 'cancelling'
      ? say('the lease runs out', true, { type: 'lease_expired' })
      : []),
    ...(state === 'unknown' || state === 'cancel_unknown'
      ? say('too long without an answer', true, { type: 'silent_too_long', problem: aProblem })
      : []),
    ...(state === 'attention' ? say('the slow timer asks again', true, { type: 'recheck_asked' }) : []),
    ...quietEnds(rules, world),
    ...world.sends.flatMap((send, index) => [...fates(world, send, index), ...attachings(rules, world, send, index)]),
  ]
}

/** Exact: the period is over when nothing of the attempt can land any more, and not before. */
function quietEnds(rules: Rules, world: World): Step[] {
  const current = world.sends[indexOf(rules, world.row.attempt)]
  if (world.row.quiet !== 'pending' || (current !== undefined && mayLand(current))) return []
  return [{ label: 'the quiet period ends', to: { ...world, row: { ...world.row, quiet: 'over' } }, ours: true }]
}

function fates(world: World, { document }: Send, index: number): Step[] {
  const become = (label: string, after: Send['document']): Step => ({
    label,
    to: withSend(world, index, { document: after }),
    ours: false,
  })
  const steps: Step[] = []
  if (document === 'waiting' || document === 'error')
    steps.push(
      become('the parcel is paid for and the document fiscal', 'fiscal'),
      become('the document is deleted by hand', 'deleted'),
    )
  if (document === 'waiting') steps.push(become('the parcel is paid for and fiscalizing fails', 'error'))
  return steps
}

function attachings(rules: Rules, world: World, { document }: Send, index: number): Step[] {
  if (world.row.state !== 'attention' || (document !== 'waiting' && document !== 'fiscal')) return []
  const type = document === 'fiscal' ? 'attached_fiscal' : 'attached_waiting'
  const to = tell(rules, world, { type, provider_id: documentId(attemptAt(rules, index)) })
  return to === null ? [] : [{ label: 'a person attaches the document', to, ours: false }]
}
