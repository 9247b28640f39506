import type { Judged } from './judge-rules.ts'

type Counts = Pick<Judged, 'killed' | 'survivors'>

/** Percent with one digit, never rounded up to a goal that was not reached. */
export function scoreOf(judged: readonly Counts[]): number {
  const killed = judged.reduce((sum, one) => sum + one.killed, 0)
  const all = judged.reduce((sum, one) => sum + one.killed + one.survivors.length, 0)
  return all === 0 ? 100 : Math.floor((killed / all) * 1000) / 10
}

/** `contract/tabs.ts:9 false: isRefused(order.status_code)`, with a note when no test comes there at all. */
export const tellSurvivors = ({ rule, survivors }: Pick<Judged, 'rule' | 'survivors'>, text: string): string[] =>
  survivors.map(({ mutant, is_reached }) => {
    const code = text.slice(mutant.start, mutant.end).replace(/\s+/g, ' ')
    return `${rule}:${mutant.line} ${mutant.label}: ${code}${is_reached ? '' : ' (no test comes here)'}`
  })

/** One line a rule; `hung` are among the killed. */
export function tellTable(judged: readonly Judged[]): string[] {
  const rows = judged
    .toSorted((one, other) => one.rule.localeCompare(other.rule))
    .map((one) => [
      one.rule,
      one.killed + one.survivors.length,
      one.killed,
      one.hung,
      one.excused,
      `${scoreOf([one])} %`,
    ])
  const all = [['file', 'mutants', 'killed', 'hung', 'excused', 'score'], ...rows].map((row) => row.map(String))
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? []
  return all.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  )
}
