import { join } from 'node:path'
import { build } from 'vite'
import { beforeAll, expect, test } from 'vitest'

const dashboard = join(import.meta.dirname, '..', '..', 'dashboard')

interface File {
  name: string
  modules: readonly string[]
  /** The files that are loaded together with it. */
  imports: readonly string[]
}

let files: File[] = []

beforeAll(async () => {
  const built = await build({ root: dashboard, logLevel: 'silent', build: { write: false } })
  const output = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  files = output.map((file) => ({
    name: file.fileName,
    modules: 'moduleIds' in file ? file.moduleIds : [],
    imports: 'imports' in file ? file.imports : [],
  }))
})

test('nothing of the gallery, and no schema it checks its answers by, is in what people are given', () => {
  const modules = files.flatMap((file) => file.modules)
  expect(modules).toContain(join(dashboard, 'routes.tsx'))
  expect(modules.filter((path) => path.includes('/gallery/') || path.includes('/node_modules/zod/'))).toEqual([])
  expect(files.map(({ name }) => name).filter((name) => name.endsWith('.html'))).toEqual(['index.html'])
})

test('the fields for days and their calendar are no part of what the list loads first', () => {
  const holding = (module: string) => files.filter(({ modules }) => modules.includes(join(dashboard, module)))
  const first = new Set([...holding('main.tsx'), ...holding('pages/orders/OrdersPage.tsx')])
  for (const { imports } of first) for (const file of files) if (imports.includes(file.name)) first.add(file)
  const modules = [...first].flatMap((file) => file.modules)
  expect(modules).toContain(join(dashboard, 'pages/orders/FilterPanel.tsx'))
  for (const module of ['ui/DayRangeField.tsx', 'ui/Calendar.tsx', 'ui/days.ts', 'ui/read-day.ts']) {
    expect(holding(module)).toHaveLength(1)
    expect(modules).not.toContain(join(dashboard, module))
  }
})
