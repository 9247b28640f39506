import { expect, test } from 'vitest'
import { readBuild, type Build, type BuiltFile } from './built-dashboard.ts'
import { most, laterParts, tooHeavy } from './weight.ts'

test('the first load of the list and every page stay as light as they were made', () => {
  const build = readBuild()
  expect(laterParts(build)).toEqual(
    expect.arrayContaining([
      'dashboard/pages/orders/OrdersPage.tsx',
      'dashboard/pages/order/OrderDialog.tsx',
      'dashboard/pages/audit/AuditPage.tsx',
    ]),
  )
  expect(tooHeavy(build)).toEqual([])
})

const aFile = (name: string, modules: readonly string[], imports: readonly string[] = []): BuiltFile => ({
  file: `${name}.js`,
  imports: imports.map((file) => `${file}.js`),
  css: [`${name}.css`],
  parts: modules.map((module) => ({ module, bytes: 1_000 })),
})

/** A build of six files, in which these weigh so much and all others nothing. */
function planted(weights: Record<string, number>): Build {
  return {
    files: [
      aFile('packages', ['node_modules/react-dom/index.js']),
      aFile('frame', ['dashboard/main.tsx'], ['packages']),
      aFile('list', ['dashboard/pages/orders/OrdersPage.tsx'], ['frame', 'packages']),
      aFile('audit', ['dashboard/pages/audit/AuditPage.tsx'], ['frame', 'packages', 'dates']),
      aFile('dates', ['node_modules/dates/index.js']),
      aFile('order', ['dashboard/pages/order/OrderDialog.tsx'], ['frame', 'packages', 'list']),
    ],
    later: [
      'dashboard/pages/order/OrderDialog.tsx',
      'dashboard/pages/orders/OrdersPage.tsx',
      'dashboard/pages/audit/AuditPage.tsx',
    ],
    gzOf: (file) => weights[file] ?? 0,
  }
}

test('a list that grew too heavy is found, by what it imports as well as by itself', () => {
  expect(tooHeavy(planted({ 'packages.js': most.list_js }))).toEqual([])
  const [fault] = tooHeavy(planted({ 'packages.js': most.list_js - 500, 'list.js': 501 }))
  expect(fault).toMatch(/^the first load of the list is 180\.0 kB of JavaScript: .*packages\.js 179\.5 kB.*react-dom/)
})

test('styles of the first load that grew too heavy are found', () => {
  expect(tooHeavy(planted({ 'frame.css': most.list_css }))).toEqual([])
  expect(tooHeavy(planted({ 'frame.css': most.list_css, 'list.css': 1 }))).toEqual([
    'the first load of the list is 12.0 kB of styles',
  ])
})

test('a page that grew too heavy is found with what it alone imports, and the frame does not count against it', () => {
  expect(tooHeavy(planted({ 'packages.js': 170_000, 'audit.js': most.later_js, 'dates.css': 500_000 }))).toEqual([])
  const [fault] = tooHeavy(planted({ 'audit.js': 10, 'dates.js': most.later_js }))
  expect(fault).toMatch(/^dashboard\/pages\/audit\/AuditPage\.tsx adds 60\.0 kB of JavaScript: .*dates\.js 60\.0 kB/)
})

test('a dialog is weighed over the list it opens over', () => {
  expect(tooHeavy(planted({ 'list.js': most.later_js, 'order.js': most.later_js }))).toEqual([])
  const [fault] = tooHeavy(planted({ 'order.js': most.later_js + 1 }))
  expect(fault).toMatch(/^dashboard\/pages\/order\/OrderDialog\.tsx adds 60\.0 kB/)
})
