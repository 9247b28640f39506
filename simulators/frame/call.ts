import type { ArmedFaults } from './armed-faults.ts'
import type { WorldClock } from './clock.ts'
import type { HeldCalls } from './held-calls.ts'
import type { Line } from './line.ts'
import type { Answer } from './operations.ts'
import type { LogEntry, RequestLog } from './request-log.ts'

/** What all calls of one simulator share. */
export interface Frame {
  clock: WorldClock
  /** Waiting seen by clients (latency, slow bytes, hanging) runs on its own clock: their deadlines are real time. */
  wire_clock: WorldClock
  log: RequestLog
  faults: ArmedFaults
  held: HeldCalls
  closing: AbortSignal
}

/** One call under way. */
export interface Call {
  frame: Frame
  entry: LogEntry
  line: Line
  /** Carries the operation out and notes it; what it returns may be sent or lost. Never throws. */
  effect: () => Promise<Answer>
}
