import type { Parcel } from './parcel.ts'

/** What is true of a parcel at one moment; times in milliseconds. */
export interface ParcelState {
  status_code: number
  /** Of the scan that made the status. */
  since: number
  paid: boolean
  /** At the branch; null: not yet. */
  arrived_at: number | null
  received_at: number | null
  successor: Parcel['successor']
}

/** Groups of codes as the carrier's table has them. */
const received = new Set([9, 10, 11, 106])
const atBranch = new Set([7, 8, 14, 107])
const refused = new Set([102, 103, 105, 108])

export const isReceived = (code: number): boolean => received.has(code)
export const isAtBranch = (code: number): boolean => atBranch.has(code)
export const isRefused = (code: number): boolean => refused.has(code)

export const stateAt = (parcel: Parcel, now: number): ParcelState => {
  const createdAt = Date.parse(parcel.created_at)
  const stages = [
    { at: Date.parse(parcel.status_at), status_code: parcel.status_code, paid: parcel.paid ?? undefined },
    ...parcel.journey.map((step) => ({ ...step, at: createdAt + step.after_seconds * 1000 })),
  ].filter(({ at }, index) => index === 0 || at <= now)
  const last = stages.at(-1)
  const code = last?.status_code ?? parcel.status_code
  // A scan that says nothing new (only the money came in) does not make the status younger.
  const since = stages.findLast(({ status_code }, index) => stages[index - 1]?.status_code !== status_code)?.at ?? now
  const firstAt = (isSuch: (code: number) => boolean) =>
    stages.find(({ status_code }) => isSuch(status_code))?.at ?? null

  const receivedAt = parcel.received_at === null ? firstAt(isReceived) : Date.parse(parcel.received_at)
  const toldPaid = stages.findLast(({ paid }) => paid !== undefined)?.paid
  const { successor } = parcel
  return {
    status_code: code,
    since,
    paid: toldPaid ?? isReceived(code),
    arrived_at: firstAt(isAtBranch) ?? (isReceived(code) || isRefused(code) ? since : null),
    received_at: isReceived(code) ? receivedAt : null,
    successor: successor !== null && createdAt + successor.after_seconds * 1000 <= now ? successor : null,
  }
}
