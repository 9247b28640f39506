import type { SourceFile } from './source.ts'

/** `docs/decisions/README.md` lists every decision once, under its own title, with one line; and nothing that is not there. */
export function decisionIndexFaults(files: readonly SourceFile[]): string[] {
  const folder = 'docs/decisions/'
  const decisions = files.filter(({ path }) => path.startsWith(folder) && !path.endsWith('/README.md'))
  const index = files.find(({ path }) => path === `${folder}README.md`)?.text ?? ''
  const rows = [...index.matchAll(/^\| \[(\d{4})\]\(([^)]+)\) \| (.+?) \|$/gm)]
  const titles = new Map(
    decisions.map(({ path, text }) => [path.slice(folder.length), /^# (\d{4})\. (.+)$/m.exec(text)]),
  )
  const numbers = Array.from(titles.keys(), (name) => name.slice(0, 4))
  return [
    ...[...titles].flatMap(([name, title]) => {
      const listed = rows.filter(([, , link]) => link === name)
      if (title?.[1] !== name.slice(0, 4)) return [`${name} does not begin with its number and title`]
      return listed.length === 1 ? [] : [`${name} stands ${listed.length} times in the index`]
    }),
    ...rows.flatMap(([, number = '', link = '']) =>
      titles.has(link) && link.startsWith(number) ? [] : [`the index names ${number} ${link}, which is not there`],
    ),
    ...numbers.filter((number, at) => numbers.indexOf(number) !== at).map((number) => `${number} is given twice`),
  ]
}
