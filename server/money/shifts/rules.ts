import type { ShiftCount } from '#/contract/shift-counts.ts'

type JudgedLabel = ShiftCount['labels'][number]

/** What both sides counted under one label of a shift, in kopiykas. */
export interface LabelCount extends Omit<JudgedLabel, 'difference' | 'is_compared'> {
  /** By how much cash of ours was rounded, in whatever direction. */
  rounded: number
}

export interface CountedShift {
  /** Receipts of sale by the Z, of all labels. */
  sell_count: number
  /** The label of the cash register: under it the Z may have receipts of a shift in which we have none. */
  own_label: string
  /** Of every receipt of ours that could belong here, the shift and the label are known. */
  is_complete: boolean
  labels: readonly LabelCount[]
}

/**
 * Only what was sold is compared. A sale stays in the Z of its own shift whatever happens to it later, so a receipt of ours counts as sold
 * also after its money was given back. The return is a receipt of its own, in the Z of the shift in which it was made, and rarely
 * made by us: returns are shown and compared with nothing.
 */
export function judgeShift({
  sell_count,
  own_label,
  is_complete,
  labels,
}: CountedShift): Pick<ShiftCount, 'state' | 'difference' | 'labels'> {
  const judged = labels.map((count) => judgeLabel(count, own_label))
  const compared = judged.filter(({ is_compared }) => is_compared)
  if (!is_complete) return { state: 'unknown', difference: null, labels: judged }
  const lacking = compared.filter(({ difference }) => difference < 0)
  const ourCount = labels.reduce((count, { our_count }) => count + our_count, 0)
  if (lacking.length > 0 || ourCount > sell_count)
    return { state: 'less_than_ours', difference: sumOf(lacking), labels: judged }
  const difference = sumOf(compared)
  return { state: difference === 0 ? 'equal' : 'made_elsewhere', difference, labels: judged }
}

/** Whether a Z counts cash before or after rounding is not published, so within the rounding either is the same sum. */
function judgeLabel({ rounded, ...count }: LabelCount, ownLabel: string): JudgedLabel {
  const difference = count.z_sum - count.our_sum
  return {
    ...count,
    difference: Math.abs(difference) <= rounded ? 0 : difference,
    is_compared: count.our_count > 0 || count.label === ownLabel,
  }
}

const sumOf = (labels: readonly JudgedLabel[]): number => labels.reduce((sum, { difference }) => sum + difference, 0)

const weekMs = 7 * 24 * 3_600_000

/** A week back, because a report may come late; further when the last known report is older. */
export const askSince = (now: Date, newest: string | undefined): Date =>
  new Date(Math.min(now.getTime() - weekMs, newest === undefined ? Infinity : Date.parse(newest)))
