import { mostAttempts } from '#/server/receipts/machine/machine.ts'
import type { ReceiptEvent } from '#/server/receipts/machine/facts.ts'
import { aProblem, documentId, tell } from './tell.ts'
import type { Rules, Send, Step, World } from './world.ts'

/** A create: claimed, sent, landed or lost, answered, reported; by a worker that may die or be suspended at any point. */
export function sendingSteps(rules: Rules, world: World): Step[] {
  return [
    ...claims(rules, world),
    ...world.sends.flatMap((send, index) => [
      ...onTheWire(send, (label, change) => ({ label, to: withSend(world, index, change), ours: true })),
      ...report(rules, world, send, index),
    ]),
  ]
}

export const withSend = (world: World, index: number, change: Partial<Send>): World => ({
  ...world,
  sends: world.sends.map((send, at) => (at === index ? { ...send, ...change } : send)),
})

/** The number of an attempt, as the row counts them. */
export const attemptAt = ({ attempts }: Rules, index: number): number => mostAttempts - attempts + index + 1
export const indexOf = ({ attempts }: Rules, attempt: number): number => attempt - (mostAttempts - attempts) - 1

function claims(rules: Rules, world: World): Step[] {
  if (world.row.state !== 'queued') return []
  const claimed = tell(rules, world, { type: 'claimed' })
  const permit: Send = { worker: 'may_send', message: '', document: '' }
  const isSent = world.sends.length > indexOf(rules, world.row.attempt) + 1
  const steps: Step[] = []
  if (claimed)
    steps.push({
      label: 'a worker claims the receipt',
      to: isSent ? claimed : { ...claimed, sends: [...world.sends, permit] },
      ours: true,
    })
  if (rules.sends_before_its_permit && !isSent)
    steps.push({
      label: 'a worker sends before its permit is committed',
      to: { ...world, sends: [...world.sends, { worker: 'waits', message: 'flying', document: '' }] },
      ours: true,
    })
  return steps
}

type Become = (label: string, change: Partial<Send>) => Step

function onTheWire({ worker, message }: Send, become: Become): Step[] {
  const steps: Step[] = []
  if (worker === 'may_send')
    steps.push(
      become('the worker sends', { worker: 'waits', message: 'flying' }),
      become('not a byte leaves: no connection, or the permit has run out', { worker: 'not_sent' }),
      become('a document is in the way, and nothing is sent', { worker: 'stopped' }),
    )
  if (worker !== '') steps.push(become('the worker dies', { worker: '', message: message === 'landed' ? '' : message }))
  if (message === 'flying')
    steps.push(
      become('the request takes effect', { message: worker === 'waits' ? 'landed' : '', document: 'waiting' }),
      become('the request is lost', { message: '' }),
    )
  if (worker !== 'waits') return steps
  steps.push(
    become('no answer, or one that proves nothing', {
      worker: 'ambiguous',
      message: message === 'landed' ? '' : message,
    }),
  )
  if (message === 'landed') steps.push(become('the positive answer arrives', { worker: 'positive', message: '' }))
  if (message === 'flying')
    steps.push(
      become('the provider refuses', { worker: 'refused', message: '' }),
      become('the provider answers with a refusal and did nothing', { worker: 'answered', message: '' }),
      become('the provider answers with a refusal and did it', {
        worker: 'answered',
        message: '',
        document: 'waiting',
      }),
    )
  return steps
}

function report(rules: Rules, world: World, send: Send, index: number): Step[] {
  const event = reportOf(send, attemptAt(rules, index))
  // Voids are bounded here and not by the machine; a worker beyond the bound can still die.
  const isVoid = event?.type === 'not_sent' || event?.type === 'stopped'
  if (event === null || (isVoid && world.row.voided >= rules.voids)) return []
  const done = withSend(world, index, { worker: '' })
  const to = tell(rules, done, event) ?? done
  return [{ label: `the worker of attempt ${index + 1} reports ${event.type}`, to, ours: true }]
}

function reportOf({ worker }: Send, attempt: number): ReceiptEvent | null {
  switch (worker) {
    case 'positive':
      return { type: 'sent_positive', attempt, provider_id: documentId(attempt) }
    case 'refused':
      return { type: 'sent_refused', attempt, problem: aProblem }
    case 'answered':
      return { type: 'sent_answered', attempt, problem: aProblem }
    case 'ambiguous':
      return { type: 'sent_ambiguous', attempt, problem: aProblem }
    case 'not_sent':
      return { type: 'not_sent', attempt }
    case 'stopped':
      return { type: 'stopped', attempt, problem: aProblem }
    default:
      return null
  }
}
