import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { withoutBlocks, withoutCode } from './markdown.ts'
import { placeOf, type SourceFile } from './source.ts'

const root = join(import.meta.dirname, '..', '..')
const isThere = (path: string): boolean => existsSync(join(root, path))

/** Every link of a page to another leads to a file that is there, and what follows its # to a heading of that page. */
export function brokenLinks(files: readonly SourceFile[], exists = isThere): string[] {
  const pages = new Map(files.filter(({ path }) => path.endsWith('.md')).map((file) => [file.path, file.text]))
  return [...pages].flatMap(([path, text]) =>
    Array.from(withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g), ({ 1: link = '', index }) => {
      const why = whyBroken(path, link, pages, exists)
      return why === null ? [] : [`${placeOf({ path, text }, index)} leads to ${link}: ${why}`]
    }).flat(),
  )
}

function whyBroken(
  from: string,
  link: string,
  pages: ReadonlyMap<string, string>,
  exists: (path: string) => boolean,
): string | null {
  if (/^[a-z]+:/.test(link)) return null
  const [target = '', anchor] = decodeURI(link).split('#')
  const path = target === '' ? from : posix.join(posix.dirname(from), target)
  if (!exists(path)) return 'it is not there'
  if (anchor === undefined) return null
  return anchorsOf(pages.get(path) ?? '').has(anchor) ? null : 'it has no such heading'
}

/** What a public host makes of headings: small letters, no punctuation, dashes for blanks, a number behind what stands again. */
export function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>()
  const titles = withoutBlocks(page).matchAll(/^#{1,6} +(.+?) *$/gm)
  for (const [, title = ''] of titles) {
    const anchor = title
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-')
    const again = Array.from({ length: anchors.size }, (_, at) => `${anchor}-${at + 1}`)
    const free = [anchor, ...again].find((name) => !anchors.has(name))
    anchors.add(free ?? anchor)
  }
  return anchors
}
