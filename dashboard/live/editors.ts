import { useEffect, useReducer } from 'react'
import { sessionState } from '../api/session-state.ts'

/** A person who has an order open for editing. */
export interface Editor {
  by: string
  since: string
}

/** An editor announces itself again and again; after this silence it has stopped. */
const forgottenAfterMs = 45_000

const editors = new Map<string, Map<string, { since: string; heard: number }>>()
const listeners = new Set<() => void>()

export function noteEditor(orderId: string, by: string, at: string): void {
  const ofOrder = editors.get(orderId) ?? new Map<string, { since: string; heard: number }>()
  const known = ofOrder.get(by)
  const isStillThere = known !== undefined && Date.now() - known.heard < forgottenAfterMs
  ofOrder.set(by, { since: isStillThere ? known.since : at, heard: Date.now() })
  editors.set(orderId, ofOrder)
  for (const listener of listeners) listener()
}

function editorsOf(orderId: string): Editor[] {
  const ofOrder = editors.get(orderId)
  if (ofOrder === undefined) return []
  for (const [by, { heard }] of ofOrder) if (Date.now() - heard >= forgottenAfterMs) ofOrder.delete(by)
  if (ofOrder.size === 0) editors.delete(orderId)
  return Array.from(ofOrder, ([by, { since }]) => ({ by, since }))
}

/** The other people who edit this order now. */
export function useEditors(orderId: string): Editor[] {
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    listeners.add(redraw)
    const timer = setInterval(redraw, 5_000)
    return () => {
      listeners.delete(redraw)
      clearInterval(timer)
    }
  }, [])
  const session = sessionState()
  return editorsOf(orderId).filter(({ by }) => !('user' in session) || by !== session.user.name)
}
