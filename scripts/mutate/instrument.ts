import type { Mutant } from './mutants.ts'

/**
 * The file with all its mutants in it, each behind a question, so that it is transformed once and a mutant costs no more than
 * a run of the tests. The first line gets longer, none is added.
 */
export function instrument(rule: string, text: string, mutants: readonly Mutant[]): string {
  const places = [...Map.groupBy(mutants, placeOf).values()].toSorted(([one], [other]) => outermostFirst(one, other))
  let next = 0
  const render = (start: number, end: number): string => {
    let rendered = ''
    let at = start
    for (let place = places[next]; place?.[0] && place[0].start < end; place = places[next]) {
      next += 1
      const [first] = place
      rendered += text.slice(at, first.start) + choose(place, render(first.start, first.end))
      at = first.end
    }
    return rendered + text.slice(at, end)
  }
  return `const isMutant_ = (id) => globalThis.mutation.is(${JSON.stringify(rule)}, id); ${render(0, text.length)}`
}

const placeOf = ({ start, end, text }: Mutant): string => `${start} ${end} ${text === null}`

/** A statement without a semicolon ends where its expression does, and stands around it. */
function outermostFirst(one?: Mutant, other?: Mutant): number {
  if (!one || !other) return 0
  return one.start - other.start || other.end - one.end || Number(other.text === null) - Number(one.text === null)
}

const choose = (mutants: readonly Mutant[], original: string): string =>
  mutants.some(({ text }) => text === null)
    ? `if (!isMutant_(${mutants[0]?.id})) { ${original} }`
    : `(${mutants.map(({ id, text }) => `isMutant_(${id}) ? (${text}) : `).join('')}(${original}))`
