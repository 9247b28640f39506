import { AsyncLocalStorage } from 'node:async_hooks'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { Client } from 'pg'
import { watchConnections } from './database-clock.ts'

/** What a process does to the world outside: a statement to the database, a call of another system, a write to a file. */
export type Passage = 'statement' | 'call' | 'write'

/** `lose`: cuts the connection that is passing; a call has none of its own here. A write does not wait for the watcher. */
type Watcher = (passage: Passage, lose: () => void) => void | Promise<void>

/** Every passage of one process. A killed process does nothing any more, and its connections are gone. */
export interface Gate {
  /** Runs what belongs to the process. */
  within<Result>(work: () => Result): Result
  /** What happens at each passage from now on; null: nothing. */
  watch(watcher: Watcher | null): void
  /** Ends the process at once, as the operating system would. */
  kill(): void
  readonly isDead: boolean
  readonly isWatched: boolean
  /** A client of another system whose calls pass the gate. */
  guard<Target extends object>(client: Target): Target
}

export class Killed extends Error {
  constructor() {
    super('this process was killed')
  }
}

const current = new AsyncLocalStorage<OwnedGate>()
const owners = new WeakMap<Client, OwnedGate>()

interface OwnedGate extends Gate {
  pass(passage: Passage, lose: () => void): Promise<void>
  write(): void
  own(client: Client): void
}

watchConnections((client) => {
  const gate = current.getStore()
  if (gate === undefined) return
  owners.set(client, gate)
  gate.own(client)
})

type Query = (this: Client, ...given: unknown[]) => unknown
const { prototype }: { prototype: { query: Query } } = Client
const query = prototype.query
prototype.query = function pass(...given) {
  const gate = owners.get(this)
  if (gate === undefined || isSubmittable(given[0])) return query.apply(this, given)
  const planned = plannedOnce(given)
  const passed = gate.pass('statement', () => destroy(this)).then(() => query.apply(this, planned))
  const done = given.at(-1)
  if (!isCallback(done)) return passed
  void orTell(passed, done)
  return undefined
}

async function orTell(passed: Promise<unknown>, failed: (error: unknown) => void): Promise<void> {
  try {
    await passed
  } catch (error) {
    failed(error)
  }
}

/** A pool gives its clients one, so the statements of the job queue come this way. */
const isCallback = (given: unknown): given is (error: unknown) => void => typeof given === 'function'

const planNames = new Map<string, string>()

/** A world asks the same few hundred statements tens of thousands of times: a connection plans each of them once, which saves a third of the time. */
function plannedOnce([text, values, ...rest]: unknown[]): unknown[] {
  if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return [text, values, ...rest]
  const name = planNames.get(text) ?? `world_${planNames.size}`
  planNames.set(text, name)
  return [{ name, text }, values, ...rest]
}

/** How the service writes to a file: whatever comes to it in the context of a process passes its gate. */
const writers = ['writeFileSync', 'renameSync', 'createWriteStream'] as const
for (const name of writers) {
  const original: (...given: never[]) => unknown = fs[name]
  Object.assign(fs, {
    [name]: (...given: never[]) => {
      current.getStore()?.write()
      return original(...given)
    },
  })
}
syncBuiltinESMExports()

const isSubmittable = (given: unknown): boolean => typeof given === 'object' && given !== null && 'submit' in given

export function openGate(): Gate {
  let watcher: Watcher | null = null
  const clients = new Set<Client>()
  let isDead = false
  const gate: OwnedGate = {
    get isDead() {
      return isDead
    },
    get isWatched() {
      return watcher !== null
    },
    within: (work) => current.run(gate, work),
    watch: (given) => (watcher = given),
    own: (client) => {
      if (isDead) throw new Killed()
      clients.add(client)
    },
    pass: async (passage, lose) => {
      if (isDead) throw new Killed()
      await watcher?.(passage, lose)
      if (isDead) throw new Killed()
    },
    write: () => {
      if (isDead) throw new Killed()
      void watcher?.('write', () => undefined)
    },
    kill: () => {
      isDead = true
      for (const client of clients) destroy(client)
    },
    guard: (client) =>
      new Proxy(client, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name)
          // What the client remembers is no call.
          if (typeof member !== 'function' || name === 'aheadMs') return member
          return async (...given: unknown[]) => {
            await gate.pass('call', () => undefined)
            const answer: unknown = await Reflect.apply(member, target, given)
            if (isDead) throw new Killed()
            return answer
          }
        },
      }),
  }
  return gate
}

function destroy(client: Client): void {
  const { connection }: { connection?: { stream?: { destroy(): void } } } = client
  connection?.stream?.destroy()
}
