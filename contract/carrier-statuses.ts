/**
 * What the carrier's codes mean to us. The texts are the carrier's own and come with the answer; decisions are made on
 * the code alone, because the wording changes over the years. Source: «Нова пошта», TrackingDocument/getStatusDocuments.
 */
export const receivedCodes = [9, 10, 11, 106] as const
export const refusedCodes = [102, 103, 105, 108] as const
/** Final: the carrier is not asked again. */
export const finalCodes = [2, 9, 11, 106] as const
export const deletedCode = 2
/** The parcel continues under another TTN; this one is over. */
export const redirectedCode = 104
/** Also said of a waybill that is a few minutes old. */
export const unknownCode = 3

export const waitingCodes = [7, 8, 14, 107] as const
export const createdCodes = [1, 12] as const

export const parcelGroups = ['created', 'moving', 'waiting', 'received', 'refused', 'deleted', 'unknown'] as const
export type ParcelGroup = (typeof parcelGroups)[number]

const isIn = (codes: readonly number[], code: number): boolean => codes.includes(code)

/** null: the carrier has not been asked yet. An unknown code counts as a parcel on its way. */
export function parcelGroup(code: number | null): ParcelGroup | null {
  if (code === null) return null
  if (isIn(receivedCodes, code)) return 'received'
  if (isIn(refusedCodes, code)) return 'refused'
  if (code === deletedCode) return 'deleted'
  if (code === unknownCode) return 'unknown'
  if (isIn(waitingCodes, code)) return 'waiting'
  return isIn(createdCodes, code) ? 'created' : 'moving'
}

export const isReceived = (code: number | null): boolean => parcelGroup(code) === 'received'
export const isRefused = (code: number | null): boolean => parcelGroup(code) === 'refused'
