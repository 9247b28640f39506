import type { AuditItem } from '#/contract/audit.ts'
import { formatDay, formatLongDay } from '../../words/format.ts'

export interface DayOfEntries {
  /** «09.03.2026» */
  day: string
  /** «Сьогодні, 9 березня 2026 р.» */
  title: string
  entries: readonly AuditItem[]
}

/** The entries of each day of Kyiv under its name, in the order they come: newest first. */
export function byDay(entries: readonly AuditItem[], now: Date): DayOfEntries[] {
  const days = Map.groupBy(entries, ({ at }) => formatDay(at))
  return [...days].map(([day, ofDay]) => ({ day, title: titleOf(ofDay[0]?.at ?? '', now), entries: ofDay }))
}

function titleOf(at: string, now: Date): string {
  const yesterday = new Date(now.getTime() - 86_400_000)
  if (formatDay(at) === formatDay(now.toISOString())) return `Сьогодні, ${formatLongDay(at)}`
  return formatDay(at) === formatDay(yesterday.toISOString()) ? `Учора, ${formatLongDay(at)}` : formatLongDay(at)
}
