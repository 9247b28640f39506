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
          if (cyrillic.test(node.name) && !file.path.startsWith('server/auth/passwords/judge/'))
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

/**
 * Ways of speaking that hide the actor or the condition of a comment: the reader has to guess whether a person, a
 * process or a request is meant, and what happens to it.
 */
const riddles: readonly (readonly [RegExp, string])[] = [
  [/\b(whoever|nobody|somebody|anybody)\b/gi, 'name the actor: a person, a process, a request'],
  [/(?<=^|[.:;] )Who (?![^.?]*\?)\w+/g, 'name the actor: a person, a process, a request'],
  [/\b(for|to|of|by|from|with|as|than|and|or|so|but|while|when) who\b/gi, 'name the actor'],
  [/\btold\b/gi, 'shown, recorded, announced, logged'],
  [/\bhears?\b/gi, 'learns, receives, is answered'],
  [/\b(is|are|was|were|be|been|being|it|one) asked for\b/gi, 'say who requests it, and when'],
  [/\bstand(s|ing)? still\b/gi, 'stops, waits, does not answer'],
  [/\bgo(es)? on living\b/gi, 'stays, lasts'],
  [/\bleft alone\b/gi, 'unchanged, skipped'],
]

/** Comments say actor, verb and condition. Tests are sentences of their own kind and are not looked at. */
export function riddlingComments(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => /\.(ts|tsx|mjs|sql)$/.test(file.path) && !/\.test\.tsx?$/.test(file.path))
    .flatMap((file) =>
      commentsOf(file).flatMap(({ start, value }) => {
        const text = value.replace(/\s*\n\s*(\*|--)? ?/g, ' ').replace(/^(\*|--)?\s*/, '')
        return riddles.flatMap(([riddle, better]) =>
          [...text.matchAll(riddle)].map(([found]) => `${placeOf(file, start)} «${found}»: ${better}`),
        )
      }),
    )
}

const commentsOf = (file: SourceFile): { start: number; value: string }[] =>
  file.path.endsWith('.sql')
    ? [...file.text.matchAll(/--.*(\n\s*--.*)*/g)].map(({ 0: value, index }) => ({ start: index, value }))
    : parse(file).comments
