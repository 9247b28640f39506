/** The same status however it is typed: without case, with single spaces, «ё» as «е». */
export const toPlainStatus = (status: string): string =>
  status.normalize('NFC').toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim()

/** What shops usually call a cancelled order. A return is none of these: there the goods had been sold. */
export const usualCancelledStatuses = [
  'скасовано',
  'скасований',
  'скасована',
  'скасоване',
  'скасування',
  'відмінено',
  'відмінений',
  'відмінена',
  'відмінене',
  'анульовано',
  'анульований',
  'відмова',
  'відмова клієнта',
  'отменен',
  'отменено',
  'отменена',
  'отмена',
  'отказ',
  'аннулирован',
  'аннулировано',
  'cancelled',
  'canceled',
  'cancel',
  'voided',
  'rejected',
  'declined',
]

export const toCancelledStatuses = (statuses: readonly (string | number)[]): ReadonlySet<string> =>
  new Set(statuses.map((status) => toPlainStatus(String(status))))
