import type { ReceiptEvent } from '#/server/receipts/machine/facts.ts'
import { indexOf, withSend } from './sending-steps.ts'
import { aProblem, currentRemoval, documentId, tell } from './tell.ts'
import { isDead, type Removal, type Rules, type Step, type World } from './world.ts'

/** A deletion: claimed, sent, done or refused or lost, answered, reported; it too may take effect late. */
export function removalSteps(rules: Rules, world: World): Step[] {
  return [
    ...claims(rules, world),
    ...world.removals.flatMap((removal, index) => [
      ...onTheWire(rules, world, removal, index),
      ...report(rules, world, removal, index),
    ]),
  ]
}

function claims(rules: Rules, world: World): Step[] {
  if (world.row.state !== 'created' || world.removals.length >= rules.removals) return []
  const claimed = tell(rules, world, { type: 'cancel_claimed' })
  if (claimed === null) return []
  const removal: Removal = { of: world.row.document, worker: 'may_send', message: '', last: true }
  const earlier = world.removals.map((one) => ({ ...one, last: false }))
  const to = { ...claimed, removals: sorted([...earlier, removal]) }
  return [{ label: 'a worker claims the cancellation', to, ours: true }]
}

function withRemoval(world: World, index: number, change: Partial<Removal>): World {
  const removals = world.removals.map((removal, at) => (at === index ? { ...removal, ...change } : removal))
  return { ...world, removals: sorted(removals.filter(({ worker, message }) => worker !== '' || message !== '')) }
}

/** Which came first makes no difference, so there is one order. */
const sorted = (removals: Removal[]): Removal[] =>
  removals.toSorted((one, other) => (Object.values(one).join() < Object.values(other).join() ? -1 : 1))

function onTheWire(rules: Rules, world: World, removal: Removal, index: number): Step[] {
  const { worker, message } = removal
  const become = (label: string, change: Partial<Removal>): Step => ({
    label,
    to: withRemoval(world, index, change),
    ours: true,
  })
  const steps: Step[] = []
  if (worker === 'may_send') steps.push(become('the worker sends the deletion', { worker: 'waits', message: 'flying' }))
  if (worker !== '')
    steps.push(become('the deleting worker dies', { worker: '', message: message === 'landed' ? '' : message }))
  if (message === 'flying') steps.push(become('the deletion is lost', { message: '' }), ...landing(rules, world, index))
  if (worker !== 'waits') return steps
  const rest = message === 'landed' ? '' : message
  steps.push(become('no answer to the deletion', { worker: 'ambiguous', message: rest }))
  if (message === 'landed') steps.push(become('the deletion is confirmed', { worker: 'removed', message: '' }))
  if (message === 'flying' && documentOf(rules, world, removal) === 'waiting')
    steps.push(become('the deletion is refused', { worker: 'refused', message: '' }))
  return steps
}

const documentOf = (rules: Rules, world: World, { of }: Removal) => world.sends[indexOf(rules, of)]?.document

/** What the provider makes of it depends on what became of the document. */
function landing(rules: Rules, world: World, index: number): Step[] {
  const removal = world.removals[index]
  if (removal === undefined) return []
  const isWaitedFor = removal.worker === 'waits'
  const label = 'the deletion arrives'
  const step = (before: World, change: Partial<Removal>): Step[] => [
    { label, to: withRemoval(before, index, change), ours: true },
  ]
  switch (documentOf(rules, world, removal)) {
    case 'waiting':
      return step(withSend(world, indexOf(rules, removal.of), { document: 'deleted' }), {
        message: isWaitedFor ? 'landed' : '',
      })
    case 'deleted':
      return step(world, { message: isWaitedFor ? 'landed' : '' })
    case 'fiscal':
      return isWaitedFor ? step(world, { worker: 'fiscal', message: '' }) : []
    case 'error':
      return isWaitedFor ? step(world, { worker: 'refused', message: '' }) : []
    default:
      return []
  }
}

function report(rules: Rules, world: World, removal: Removal, index: number): Step[] {
  const event = reportOf(removal)
  if (event === null) return []
  const done = withRemoval(world, index, { worker: '' })
  const told = tell(rules, done, event)
  const isForgotten = !removal.last && world.row.cancel_wanted && told !== null && !told.row.cancel_wanted
  const broken =
    isForgotten && !isOver(told) ? 'S17: a cancel was forgotten for what an earlier deletion came to' : null
  const to = told === null ? done : { ...told, broken: told.broken ?? broken }
  return [{ label: `the deleting worker reports ${event.type}`, to, ours: true }]
}

/** A receipt that has ended needs no removal any more. */
const isOver = ({ row }: World): boolean => isDead(row) || row.state === 'fiscalized'

function reportOf({ worker, of, last }: Removal): ReceiptEvent | null {
  const removal = last ? currentRemoval : currentRemoval - 1
  switch (worker) {
    case 'removed':
      return { type: 'removed' }
    case 'fiscal':
      return { type: 'found_fiscal', provider_id: documentId(of) }
    case 'refused':
      return { type: 'remove_refused', removal, problem: aProblem }
    case 'ambiguous':
      return { type: 'remove_ambiguous', removal }
    default:
      return null
  }
}
