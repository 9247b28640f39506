import { withoutBlocks, withoutCode } from './markdown.ts'
import { faults, type SourceFile } from './source.ts'

/** A screen and a half, which a newcomer reads to its end. */
const most = { lines: 80, characters: 120 } as const
/** In an English page: the name of the program, and the way to the page that a reader of Ukrainian looks for. */
const ukrainianNames = /Касир|Українською/g

/**
 * The two READMEs stay short, show one picture and the same two commands, the one in English and the other in
 * Ukrainian. What operators need is in docs/operating.md, which is Ukrainian too.
 */
export function readmeFaults(files: readonly SourceFile[]): string[] {
  const textOf = (path: string): string => files.find((file) => file.path === path)?.text ?? ''
  return [
    ...['README.md', 'README.uk.md'].flatMap((path) => shapeFaults(path, textOf(path))),
    ...foreignLines(textOf('README.md')).map((line) => `README.md:${line} is not in English`),
    ...['README.uk.md', 'docs/operating.md']
      .filter((path) => !isUkrainian(textOf(path)))
      .map((path) => `${path} is not in Ukrainian`),
  ]
}

function shapeFaults(path: string, text: string): string[] {
  const lines = text.trimEnd().split('\n')
  const long = lines.findIndex((line) => line.length > most.characters)
  const commands = ['npm start', 'npm test'].filter((command) => !new RegExp(`^${command}\\b`, 'm').test(text))
  const pictures = [...withoutCode(text).matchAll(/!\[/g)].length
  return faults(
    lines.length > most.lines &&
      `${path} has ${lines.length} lines, more than ${most.lines}: docs/operating.md has room`,
    long >= 0 && `${path}:${long + 1} is longer than ${most.characters} characters`,
    commands.length > 0 && `${path} does not tell ${commands.join(', ')}`,
    pictures !== 1 && `${path} shows ${pictures} pictures instead of one`,
  )
}

/** Without what a link leads to: a heading of another page has the language of that page. */
const withoutTargets = (page: string): string => page.replace(/\]\([^)\s]+\)/g, ']')

/** A Ukrainian word that is spoken of stands in «…», as in comments. */
const foreignLines = (page: string): number[] =>
  withoutTargets(page)
    .replace(/«[^»\n]*»/g, '')
    .replace(ukrainianNames, '')
    .split('\n')
    .flatMap((line, at) => (/\p{Script=Cyrillic}/u.test(line) ? [at + 1] : []))

/** Names and abbreviations are Latin in any language; sentences are not. */
function isUkrainian(page: string): boolean {
  const prose = withoutTargets(withoutCode(withoutBlocks(page)))
  const count = (letters: RegExp): number => [...prose.matchAll(letters)].length
  return count(/\p{Script=Cyrillic}/gu) > 3 * count(/\p{Script=Latin}/gu)
}
