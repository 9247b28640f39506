import { Visitor, type ESTree } from 'vite'
import { calledName, isCode, isOutside, memberName, parse, placeOf, type SourceFile } from './source.ts'

const cyrillic = /\p{Script=Cyrillic}/u

/**
 * Ukrainian stands only where people read it. The code is English: names everywhere, and in server and contract the
 * comments too (a Ukrainian word that is spoken of stands in «…»). What machines and engineers read has no Ukrainian:
 * SQL, log lines, stores, rules, job definitions and migrations.
 */
export function misplacedUkrainian(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => isCode(file) && !isOutside(file))
    .flatMap((file) => {
      const found: string[] = []
      const report = (offset: number, what: string): void =>
        void found.push(`${placeOf(file, offset)} ${what} in Ukrainian`)
      const hasCyrillic = ({ start, end }: ESTree.Node): boolean => cyrillic.test(file.text.slice(start, end))
      const { program, comments } = parse(file)
      if (/^(server|contract)\//.test(file.path)) {
        for (const { start, value } of comments)
          if (cyrillic.test(value.replace(/«[^»]*»/g, ''))) report(start, 'a comment')
      }
      const isForMachines = /^server\/(migrations\/|worker\.ts|.*\/(store|rules|jobs)\.ts$)/.test(file.path)
      new Visitor({
        Identifier: (node) => {
          // A table of letters has letters for its keys.
          if (cyrillic.test(node.name) && !file.path.startsWith('server/auth/password-judge/'))
            report(node.start, `the name ${node.name} is`)
        },
        TaggedTemplateExpression: (node) => {
          if (node.tag.type === 'Identifier' && node.tag.name === 'sql' && hasCyrillic(node.quasi))
            report(node.start, 'SQL')
        },
        CallExpression: (node) => {
          if (file.path.startsWith('server/') && isLogCall(node) && node.arguments.some(hasCyrillic))
            report(node.start, 'a log line')
        },
        Literal: (node) => {
          if (isForMachines && hasCyrillic(node)) report(node.start, 'text')
        },
        TemplateElement: (node) => {
          if (isForMachines && hasCyrillic(node)) report(node.start, 'text')
        },
      }).visit(program)
      return found
    })
}

function isLogCall(node: ESTree.CallExpression): boolean {
  const { callee } = node
  if (callee.type !== 'MemberExpression' || !/^(trace|debug|info|warn|error|fatal)$/.test(calledName(node) ?? ''))
    return false
  const { object } = callee
  return object.type === 'Identifier'
    ? object.name === 'log'
    : object.type === 'MemberExpression' && memberName(object) === 'log'
}

/** A Latin letter in a Ukrainian word looks right and cannot be searched for. On purpose it is written as an escape. */
export function lookAlikes(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    // Regular expressions may set one alphabet beside another; escapes are no letters.
    const text = withoutRegExps(file).replace(/\\(u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)/g, (escape) =>
      ' '.repeat(escape.length),
    )
    const mixed = text
      .matchAll(/[\p{L}\p{M}]+/gu)
      .filter(([word]) => cyrillic.test(word) && /\p{Script=Latin}/u.test(word))
    // A single letter that is a word in both alphabets: «і», «а», «о», «у», «є».
    const alone = text.matchAll(/(?<=\p{Script=Cyrillic}[,;]? )[aceiopxyACEIOPXY](?= \p{Script=Cyrillic})/gu)
    return [...mixed, ...alone].map(
      ({ 0: word, index }) => `${placeOf(file, index)} «${word}» mixes Latin and Cyrillic letters`,
    )
  })
}

function withoutRegExps(file: SourceFile): string {
  if (!isCode(file)) return file.text
  let { text } = file
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) text = text.slice(0, node.start) + ' '.repeat(node.end - node.start) + text.slice(node.end)
    },
  }).visit(parse(file).program)
  return text
}
