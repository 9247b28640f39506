import { loadedWith, type Build, type BuiltFile } from './built-dashboard.ts'

const frame = ['dashboard/main.tsx']
const list = [...frame, 'dashboard/pages/orders/OrdersPage.tsx']

/** Bytes packed by gzip: what the first look at the list may cost, and what is loaded later may add. */
export const most = { list_js: 180_000, list_css: 12_000, later_js: 60_000 }

/** What is heavier than it may be, and what it is made of. */
export function tooHeavy(build: Build): string[] {
  const first = loadedWith(build, list)
  const js = weigh(build, first)
  const css = cssOf(first).reduce((sum, file) => sum + build.gzOf(file), 0)
  return [
    ...(js > most.list_js ? [`the first load of the list is ${kB(js)} of JavaScript: ${biggest(build, first)}`] : []),
    ...(css > most.list_css ? [`the first load of the list is ${kB(css)} of styles`] : []),
    ...laterParts(build).flatMap((part) => {
      const added = addedBy(build, part)
      const bytes = weigh(build, added)
      return bytes > most.later_js ? [`${part} adds ${kB(bytes)} of JavaScript: ${biggest(build, added)}`] : []
    }),
  ]
}

/** Pages, and everything else that is loaded when it is wanted. */
export const laterParts = ({ later }: Build): string[] => later.filter((module) => module.startsWith('dashboard/'))

/** A page may be the first that is opened, in its frame; everything else opens over the list. */
function addedBy(build: Build, part: string): Set<BuiltFile> {
  const before = loadedWith(build, part.endsWith('Page.tsx') ? frame : list)
  return new Set([...loadedWith(build, [part])].filter((file) => !before.has(file)))
}

const weigh = (build: Build, files: ReadonlySet<BuiltFile>): number =>
  [...files].reduce((sum, { file }) => sum + build.gzOf(file), 0)

const cssOf = (files: ReadonlySet<BuiltFile>): string[] => [...new Set([...files].flatMap(({ css }) => css))]

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

/** The files by their weight, and the packages and folders of ours that are most of it, before they are made small. */
function biggest(build: Build, files: ReadonlySet<BuiltFile>): string {
  const parts = new Map<string, number>()
  for (const { module, bytes } of [...files].flatMap((file) => file.parts)) {
    const part = partOf(module)
    parts.set(part, (parts.get(part) ?? 0) + bytes)
  }
  const heaviest = [...parts].toSorted(([, a], [, b]) => b - a).slice(0, 10)
  return [
    ...Array.from(files, ({ file }) => `${file} ${kB(build.gzOf(file))}`),
    ...heaviest.map(([part, bytes]) => `${part} ${kB(bytes)} unpacked`),
  ].join(', ')
}

const partOf = (module: string): string =>
  /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1] ?? module.slice(0, module.lastIndexOf('/'))
