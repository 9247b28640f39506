import { BadInput, parseInput } from './bad-input.ts'
import { Arming, type ArmingInput, ConnectionFault, type Fault } from './faults.ts'
import { createRandom } from './random.ts'

export interface ArmedFault extends Omit<Arming, 'seed'> {
  seed: number
  id: number
  /** Calls it has looked at, hit or not. */
  seen: number
  fired: number
}

/** What the log keeps: enough to arm the same fault again and get the same sequence. */
export interface AppliedFault {
  id: number
  seed: number
  fault: Fault
}

interface Options {
  seed: number
  operation_names: readonly string[]
  onConnectionFault: (fault: ConnectionFault) => void
}

/**
 * The faults waiting for their calls. A call is hit by the first armed fault that is due, in order of arming, so two
 * faults for one operation hit two calls in that order; `latency` alone is added to whatever else hits. A fault that
 * has fired `times` times is gone: an empty list proves that everything armed has happened.
 */
export const createArmedFaults = (options: Options) => {
  let armed: (ArmedFault & { draw: () => number })[] = []
  let lastId = 0

  const arm = (input: ArmingInput): ArmedFault => {
    const arming = parseInput(Arming, input)
    refuseNonsense(arming, options.operation_names)
    const id = ++lastId
    const seed = arming.seed ?? options.seed + id
    const one = { ...arming, id, seed, seen: 0, fired: 0, draw: createRandom(seed) }
    // A closed listener meets no calls that it could wait for: it happens on arming and is spent.
    if (one.fault.kind === 'listener_closed') one.fired = 1
    else armed.push(one)
    const onConnection = ConnectionFault.safeParse(one.fault)
    if (onConnection.success) options.onConnectionFault(onConnection.data)
    return shown(one)
  }

  const hit = (concerns: (one: ArmedFault) => boolean): AppliedFault[] => {
    const applied: AppliedFault[] = []
    for (const one of armed.filter(concerns)) {
      // Every call is counted and drawn for, also one that an earlier fault takes: so what happens to call n depends
      // on the seed and n, not on what else is armed.
      one.seen += 1
      const due = one.seen > one.after && one.draw() < one.probability
      const addsUp = one.fault.kind === 'latency' || applied.every(({ fault }) => fault.kind === 'latency')
      if (!due || !addsUp) continue
      one.fired += 1
      applied.push({ id: one.id, seed: one.seed, fault: one.fault })
    }
    armed = armed.filter((one) => one.times === 'always' || one.fired < one.times)
    return applied
  }

  return {
    arm,
    armed: (): ArmedFault[] => armed.map(shown),
    disarm: () => {
      const count = armed.length
      armed = []
      return count
    },
    hitConnection: () => hit((one) => one.fault.kind === 'connection_destroyed'),
    /** `null`: a call that fits no operation; only `*` concerns it. */
    hitCall: (operation: string | null) =>
      hit((one) => one.fault.kind !== 'connection_destroyed' && (one.operation === '*' || one.operation === operation)),
  }
}

export type ArmedFaults = ReturnType<typeof createArmedFaults>

const shown = ({ draw: _draw, ...one }: ArmedFault & { draw: () => number }): ArmedFault => ({ ...one })

const refuseNonsense = ({ operation, fault, times, after, probability }: Arming, names: readonly string[]) => {
  if (operation !== '*' && !names.includes(operation)) {
    throw new BadInput(`operation: "${operation}" is not known; use * or one of: ${names.join(', ')}`)
  }
  if (ConnectionFault.safeParse(fault).success && operation !== '*') {
    throw new BadInput(`operation: ${fault.kind} happens before a call is known, so it can be armed for * only`)
  }
  if (fault.kind === 'listener_closed' && (times !== 1 || after !== 0 || probability !== 1)) {
    throw new BadInput('listener_closed happens at once: times, after and probability have no meaning for it')
  }
}
