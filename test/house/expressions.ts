import { RegExpParser, visitRegExpAST, type AST } from '@eslint-community/regexpp'
import { isDisjointWith, JS, NFA } from 'refa'
import { analyse } from 'scslre'
import { Visitor } from 'vite'
import { isOutside, parse, placeOf, type SourceFile } from './source.ts'

/**
 * No expression may take longer than its text is long: neither by two ways to match the same signs, nor by looking for its end
 * anew from every sign. A file that makes an expression while the service runs must be in the list below, with a reason.
 */
export function slowExpressions(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => /\.(tsx?|mjs)$/.test(file.path) && !isTest(file))
    .flatMap((file) => {
      const found: string[] = []
      new Visitor({
        Literal: (node) => {
          if (!('regex' in node)) return
          const { pattern, flags } = node.regex
          if (isSlow(pattern, flags))
            found.push(`${placeOf(file, node.start)} /${pattern}/ may take long over a long text`)
        },
        NewExpression: (node) => {
          if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp' || file.path in madeOfParts) return
          found.push(`${placeOf(file, node.start)} makes an expression of parts that nobody has looked at`)
        },
      }).visit(parse(file).program)
      return found
    })
}

/** What reads only our own text may take its time. */
const isTest = (file: SourceFile): boolean =>
  /^(test|bench)\//.test(file.path) || (isOutside(file) && /\.test\.ts/.test(file.path))

const reader = new RegExpParser()

function isSlow(pattern: string, flags: string): boolean {
  const expression = {
    pattern: reader.parsePattern(pattern, 0, pattern.length, { unicode: flags.includes('u') }),
    flags: reader.parseFlags(flags),
  }
  return analyse(expression).reports.length > 0 || hasTwinsRepeated(expression)
}

/** Of a choice that is repeated without end, no two ways may match the same text: the analysis above passes that by. */
function hasTwinsRepeated(expression: { pattern: AST.Pattern; flags: AST.Flags }): boolean {
  let hasTwins = false
  const read = JS.Parser.fromAst(expression)
  visitRegExpAST(expression.pattern, {
    onQuantifierEnter: ({ max, element }) => {
      if (max !== Infinity || !('alternatives' in element) || element.alternatives.length < 2) return
      const ways = element.alternatives.map((way) => {
        const { expression: language, maxCharacter } = read.parseElement(way, {
          assertions: 'disable',
          backreferences: 'disable',
        })
        return NFA.fromRegex(language, { maxCharacter })
      })
      hasTwins ||= ways.some((way, index) => ways.slice(index + 1).some((other) => !isDisjointWith(way, other)))
    },
  })
  return hasTwins
}

const madeOfParts: Record<string, string> = {
  'dashboard/addresses/report-view.ts': 'ids of fixed length in the address of a page, anchored',
  'dashboard/gallery/fake-server.ts': 'paths of our own, outside of the build',
  'scripts/release-plan.ts': 'the number of a version, of our own changelog',
  'contract/orders.ts': 'a list of ids of fixed length, at most a hundred',
  'contract/prepayment-labels.ts': 'one word of ours and at most 90 signs, anchored',
  'server/integrations/carrier/classify-error.ts': 'a TTN of ours, digits only',
  'server/integrations/carrier/failure-words.ts': 'the key, every sign of it escaped, over a text that was cut',
  'server/integrations/fiscal/failure-words.ts': 'a secret, every sign of it escaped, over a text that was cut',
  'server/integrations/fiscal/receipt-url.ts':
    'two patterns of the schema, anchored, without a repetition in a repetition',
  'server/money/reading/dates.ts': 'a day and a time of day, over a cell of at most 2000 signs',
  'server/money/reading/file-name.ts': 'a number and a day, over 500 signs of a name',
}
