import { join } from 'node:path'

/** What the bundler knows of a module; null: it is none of its own. */
export type Look = (id: string) => { importedIds: readonly string[]; code: string | null } | null

export type Place = 'packages' | 'frame' | 'list'

const inDashboard = (path: string): string => join(import.meta.dirname, path)
const icons = '/@tabler/icons-react/dist/esm/'

/**
 * Where in the first load of the list a module belongs: what the frame of every page needs, packages and our own, and
 * what the list needs beyond that; null: it comes later. Left to itself the bundler makes a file of every set of pages
 * that shares something, more than eighty requests for the first list. Grouped only by how many pages share a module,
 * the first load gets whatever any three other pages have in common.
 */
export function createPlacing(): (id: string, look: Look) => Place | null {
  let frame: Set<string> | null = null
  let list: Set<string> | null = null
  return (id, look) => {
    frame ??= neededBy(inDashboard('main.tsx'), look)
    list ??= neededBy(inDashboard('pages/orders/OrdersPage.tsx'), look)
    const isPackage = id.includes('/node_modules/')
    if (frame.has(id)) return isPackage ? 'packages' : 'frame'
    return list.has(id) ? 'list' : null
  }
}

/** All that is imported with it, without what it loads later. */
function neededBy(start: string, look: Look): Set<string> {
  const needed = new Set<string>([start])
  for (const id of needed) {
    const { importedIds, code } = look(id) ?? { importedIds: [], code: null }
    for (const imported of importedIds) if (!imported.includes(icons)) needed.add(imported)
    const barrel = importedIds.find((imported) => imported.includes(icons))
    if (barrel !== undefined) for (const icon of iconsIn(id, barrel, code)) needed.add(icon)
  }
  return needed
}

/** The package has one index of thousands of signs, of which a module names a few. */
function iconsIn(id: string, barrel: string, code: string | null): readonly string[] {
  if (id.includes(icons)) return [barrel]
  const folder = barrel.slice(0, barrel.indexOf(icons) + icons.length)
  return [...new Set(code?.match(/\bIcon[A-Z]\w+/g))].map((name) => `${folder}icons/${name}.mjs`)
}
