import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { AppliedFault } from './armed-faults.ts'
import type { WorldClock } from './clock.ts'

/**
 * - `receiving`: the head is here, the body is not yet.
 * - `working`: the call is being carried out or answered.
 * - `held`: a fault keeps it waiting until it is released.
 * - `answered`: every byte that was to be sent has been handed to the network.
 * - `cut`: the simulator broke the connection before the end of an answer.
 * - `abandoned`: the client left before the end of an answer.
 */
export type Stage = 'receiving' | 'working' | 'held' | 'answered' | 'cut' | 'abandoned'

/** Times are of the world clock, ISO 8601. */
export interface LogEntry {
  seq: number
  at: string
  stage: Stage
  /** `null`: the call fits no operation, or its body never came in full. */
  operation: string | null
  method: string
  /** As sent, with the query. */
  target: string
  headers: IncomingHttpHeaders
  body: string
  faults: AppliedFault[]
  /** When the handler ran: empty means no effect, two times mean a doubled one. */
  effects_at: string[]
  /** A late effect that is still to come. */
  effect_pending: boolean
  /** The status that was sent, also when what followed was cut; `null`: none was. */
  status: number | null
  ended_at: string | null
  client_gone_at: string | null
  /** A handler that threw: a mistake in the simulator, not a fault. */
  error: string | null
}

export const createRequestLog = (clock: WorldClock) => {
  let entries: LogEntry[] = []
  let lastSeq = 0
  const watchers = new Set<() => void>()

  const now = () => new Date(clock.now()).toISOString()
  const changed = () => watchers.forEach((look) => look())

  return {
    now,
    entries: (): readonly Readonly<LogEntry>[] => entries,
    /** Calls still under way finish unseen. */
    clear: () => {
      const count = entries.length
      entries = []
      return count
    },
    open: (incoming: IncomingMessage): LogEntry => {
      const entry: LogEntry = {
        seq: ++lastSeq,
        at: now(),
        stage: 'receiving',
        operation: null,
        method: incoming.method ?? '',
        target: incoming.url ?? '',
        headers: incoming.headers,
        body: '',
        faults: [],
        effects_at: [],
        effect_pending: false,
        status: null,
        ended_at: null,
        client_gone_at: null,
        error: null,
      }
      entries.push(entry)
      changed()
      return entry
    },
    note: (entry: LogEntry, change: Partial<LogEntry>) => {
      Object.assign(entry, change)
      changed()
    },
    /**
     * Lets a test wait for what it wants to see instead of sleeping. What does not come at all ends in an error that tells
     * what came instead; the time is long because a busy machine is late with everything.
     */
    waitFor: (condition: (entries: readonly Readonly<LogEntry>[]) => boolean, timeoutMs = 60_000): Promise<void> =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!condition(entries)) return
          stop()
          resolve()
        }
        const stop = () => {
          clearTimeout(timeout)
          watchers.delete(look)
        }
        const timeout = setTimeout(() => {
          stop()
          const stood = entries.slice(-10).map(({ operation, stage, status }) => `${operation} ${stage} ${status}`)
          const wanted = `the log did not come to this within ${timeoutMs} ms: ${condition.toString()}`
          reject(new Error(`${wanted}\nThe last calls: ${stood.join(', ') || 'none'}`))
        }, timeoutMs)
        watchers.add(look)
        look()
      }),
  }
}

export type RequestLog = ReturnType<typeof createRequestLog>

export const countByOperation = (entries: readonly Readonly<LogEntry>[], names: readonly string[]) => {
  const counts: Record<string, number> = Object.fromEntries(names.map((name) => [name, 0]))
  let unmatched = 0
  for (const { operation } of entries) {
    if (operation === null) unmatched += 1
    else counts[operation] = (counts[operation] ?? 0) + 1
  }
  return { total: entries.length, unmatched, counts }
}
