import type { Compared, Figures } from './side-by-side.ts'

const cpu = ({ server_ms, database_ms }: Figures): number => server_ms + database_ms

/** How much of the floor the product reaches; more is better. */
const speedRatio = ({ product, floor }: Compared): number => product.per_second / floor.per_second
const cpuRatio = ({ product, floor }: Compared): number => cpu(floor) / cpu(product)

/** Requests per second move with everything else on the machine, processor time hardly: where they disagree, it decides. */
function verdict(compared: Compared): string {
  const { goal } = compared.question
  return goal === null ? '–' : `${cpuRatio(compared) >= goal ? '✓' : '✗'} ≥ ${goal.toFixed(2)}`
}

const whole = (value: number) => Math.round(value).toLocaleString('en')
const times = ({ server_ms, database_ms }: Figures) => `${server_ms.toFixed(2)} + ${database_ms.toFixed(2)}`

/** Rows of Markdown with columns of one width. */
function inColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(line)].join('\n')
}

export function ratioTable(all: readonly Compared[], size: number): string {
  const head = [
    ...[`${whole(size)} orders`, 'connections', 'requests/s: product', 'floor', 'ratio'],
    ...['processor ms, server + database: product', 'floor', 'ratio', 'statements', 'bytes', 'goal'],
  ]
  const rows = all.map((compared) => {
    const { question, connections, product, floor } = compared
    return [
      ...[question.title, String(connections), whole(product.per_second), whole(floor.per_second)],
      ...[speedRatio(compared).toFixed(2), times(product), times(floor), cpuRatio(compared).toFixed(2)],
      `${product.statements.toFixed(1)} / ${floor.statements.toFixed(1)}`,
      `${whole(product.bytes)} / ${whole(floor.bytes)}`,
      verdict(compared),
    ]
  })
  return inColumns([head, ...rows])
}

/** What the same question costs with more orders, by processor time per request: 1.00 is as much. */
export function growthTable(few: readonly Compared[], many: readonly Compared[], sizes: readonly number[]): string {
  const rows = many.flatMap((large) => {
    const small = few.find(
      ({ question, connections }) => question.name === large.question.name && connections === large.connections,
    )
    if (small === undefined) return []
    const grown = (cpu(large.product) / cpu(small.product)).toFixed(2)
    const floorGrown = (cpu(large.floor) / cpu(small.floor)).toFixed(2)
    return [[large.question.title, String(large.connections), grown, floorGrown]]
  })
  return inColumns([[`processor time, ${sizes.map(whole).join(' → ')}`, 'connections', 'product', 'floor'], ...rows])
}
