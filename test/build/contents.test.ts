import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { dist, loadedWith, readBuild } from './built-dashboard.ts'

const build = readBuild()
const modulesOf = (files: Iterable<(typeof build.files)[number]>): string[] =>
  [...files].flatMap(({ parts }) => parts.map(({ module }) => module))

test('nothing of the gallery, and no schema it checks its answers by, is in what people are given', () => {
  const modules = modulesOf(build.files)
  expect(modules).toContain('dashboard/routes.tsx')
  expect(modules.filter((path) => /^dashboard\/gallery\/|node_modules\/zod\//.test(path))).toEqual([])
  expect(globSync('**/*.html', { cwd: dist })).toEqual(['index.html'])
})

test('what is opened now and then is no part of what the list loads first', () => {
  const first = modulesOf(loadedWith(build, ['dashboard/main.tsx', 'dashboard/pages/orders/OrdersPage.tsx']))
  expect(first).toContain('dashboard/pages/orders/tools/Toolbar.tsx')
  const rare = [
    'ui/Calendar.tsx',
    'ui/read-day.ts',
    'ui/DayRangeField.tsx',
    'pages/orders/tools/FilterPanel.tsx',
    'pages/orders/tools/SavedViews.tsx',
    'pages/orders/printing/PrintedList.tsx',
    'pages/order/OrderDialog.tsx',
    'pages/receipt-dialogs/CreateReceiptDialog.tsx',
    'pages/bulk/BulkDialog.tsx',
    'pages/bulk/BulkDock.tsx',
    'pages/login/LoginForm.tsx',
    'palette/CommandPalette.tsx',
    'shell/SessionDialog.tsx',
  ].map((path) => `dashboard/${path}`)
  expect(modulesOf(build.files)).toEqual(expect.arrayContaining(rare))
  expect(first.filter((module) => rare.includes(module))).toEqual([])
})

test('every script and style lies there compressed as well, and says the same', () => {
  const files = globSync('assets/*.{js,css}', { cwd: dist })
  expect(files.length).toBeGreaterThan(10)
  for (const file of files) {
    const content = readFileSync(join(dist, file))
    expect(brotliDecompressSync(readFileSync(join(dist, `${file}.br`))).equals(content), file).toBe(true)
    expect(gunzipSync(readFileSync(join(dist, `${file}.gz`))).equals(content), file).toBe(true)
  }
})
