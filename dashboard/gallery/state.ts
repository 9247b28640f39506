import type { ReactNode } from 'react'
import type { Answers } from './fake-server.ts'
import type { Hand } from './hand.ts'

/** One state of the screen that needs no server: what the server would say, and where to look. */
export interface State {
  /** Unique within its group. */
  name: string
  /** An address of the dashboard, or a part of it by itself. Parts are loaded when they are looked at. */
  at: string | (() => Promise<() => ReactNode>)
  /** What the server answers; no person is logged in where it refuses `POST /auth/refresh`. */
  answers: Answers
  /** What the browser remembers from before. */
  kept?: Readonly<Record<string, string>>
  /** What the person does to get there. */
  steps?: (hand: Hand) => Promise<void>
  /** Words that are on the screen once the state is there. */
  shows: readonly (string | RegExp)[]
  /** Latin words of this state that have no Ukrainian spelling. */
  names?: RegExp
  /** One part several times on one page, which no page of the dashboard has: its landmarks have equal names. */
  repeats?: true
}

export interface Group {
  name: string
  states: readonly State[]
}
