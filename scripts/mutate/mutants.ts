import { parseSync, Visitor, type ESTree } from 'vite'

/** One small change of a file. A test that knows what the code means fails with it. */
export interface Mutant {
  id: number
  start: number
  end: number
  line: number
  /** What the change is called, also by a comment that excuses it. */
  label: string
  /** What stands in place of the code from `start` to `end`; null: nothing, the statement is left out. */
  text: string | null
  /** Why no test can tell the difference, if a comment says so. */
  excuse: string | null
}

type Change = Pick<Mutant, 'start' | 'end' | 'label' | 'text'>
interface Range {
  start: number
  end: number
}

const otherOperators: Partial<Record<ESTree.BinaryOperator, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
}
const otherMethods: Record<string, string> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  find: 'findLast',
  findLast: 'find',
  floor: 'ceil',
  ceil: 'floor',
  round: 'floor',
}
/** Without them their receiver is what is left. */
const removable = new Set([
  'filter',
  'slice',
  'toSorted',
  'toReversed',
  'trim',
  'toLowerCase',
  'toUpperCase',
  'normalize',
])
/** A code, a state, a name of a field. Words for people have spaces, capitals or Cyrillic in them, and no test repeats those. */
const isCode = /^$|^[a-z][\w.:/-]*$/

/** Every mutant of a file, in the order of the text. */
export function listMutants(path: string, text: string): Mutant[] {
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed`)
  const changes = listChanges(program, text)
  const counted = isTable(path, text) ? changes.filter(isWithin(listFunctions(program))) : changes
  const excuses = comments.flatMap((comment) => {
    const [, label = '', reason = ''] = /^\s*mutant\((.+?)\): (.+)$/.exec(comment.value) ?? []
    return label === ''
      ? []
      : [{ label, reason, line: lineAt(text, comment.start), isOwnLine: startsLine(text, comment.start) }]
  })
  return counted
    .toSorted((one, other) => one.start - other.start || other.end - one.end)
    .map((change, id) => {
      const line = lineAt(text, change.start)
      const excuse = excuses.find(
        (known) => known.label === change.label && (known.isOwnLine ? known.line + 1 : known.line) === line,
      )
      const { start, end, label, text: replacement } = change
      return { id, start, end, line, label, text: replacement, excuse: excuse?.reason ?? null }
    })
}

/** Schemas and the catalogue of refusals are tables: of such a file only the functions are rules. */
const isTable = (path: string, text: string): boolean => /from 'zod'/.test(text) || path.endsWith('errors.ts')

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length
const startsLine = (text: string, offset: number): boolean =>
  text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).trim() === ''

const isWithin =
  (ranges: readonly Range[]) =>
  ({ start, end }: Range): boolean =>
    ranges.some((range) => range.start <= start && end <= range.end)

function listFunctions(program: ESTree.Program): Range[] {
  const found: Range[] = []
  const add = ({ start, end }: Range): void => void found.push({ start, end })
  new Visitor({ FunctionDeclaration: add, FunctionExpression: add, ArrowFunctionExpression: add }).visit(program)
  return found
}

function listChanges(program: ESTree.Program, text: string): Change[] {
  const found: Change[] = []
  /** Literals that are no values: names of fields, of modules, of types. */
  const names = new Set<number>()
  /** Where each chain of `?.` ends, by where it begins. */
  const chains = new Map<number, number>()
  const of = ({ start, end }: Range): string => text.slice(start, end)
  const add = ({ start, end }: Range, label: string, replacement: string | null = label): void =>
    void found.push({ start, end, label, text: replacement })
  const addCondition = (test: ESTree.Expression): void => {
    if (test.type === 'Literal') return
    add(test, 'true')
    add(test, 'false')
  }
  new Visitor({
    ImportDeclaration: ({ source }) => void names.add(source.start),
    ExportNamedDeclaration: ({ source }) => void (source && names.add(source.start)),
    TSLiteralType: ({ literal }) => void names.add(literal.start),
    Property: ({ key, computed }) => void (computed || names.add(key.start)),
    TSPropertySignature: ({ key }) => void names.add(key.start),
    Literal: (node) => {
      if (names.has(node.start)) return
      if (typeof node.value === 'boolean') add(node, String(!node.value))
      else if (typeof node.value === 'number') for (const step of [1, -1]) add(node, String(node.value + step))
      else if (typeof node.value === 'string' && isCode.test(node.value)) add(node, "'mutated'")
      else if ('regex' in node) addLooser(node, of(node), add)
    },
    BinaryExpression: (node) => {
      if (node.operator === '+' && [node.left, node.right].some(isText)) return
      for (const other of otherOperators[node.operator] ?? [])
        add(node, other, `${of(node.left)} ${other} ${of(node.right)}`)
    },
    LogicalExpression: (node) => {
      const [left, right] = [of(node.left), of(node.right)]
      const other = node.operator === '&&' ? '||' : '&&'
      add(node, other, `(${left}) ${other} (${right})`)
      add(node, 'left', left)
      if (node.operator !== '??') add(node, 'right', right)
    },
    UnaryExpression: (node) => {
      if (node.operator === '!' || node.operator === '-') add(node, `without ${node.operator}`, of(node.argument))
    },
    UpdateExpression: (node) => {
      add(
        node,
        node.operator === '++' ? '--' : '++',
        of(node).replace(node.operator, node.operator === '++' ? '--' : '++'),
      )
    },
    AssignmentExpression: (node) => {
      if (node.operator === '+=') add(node, '-=', `${of(node.left)} -= ${of(node.right)}`)
      if (node.operator === '-=') add(node, '+=', `${of(node.left)} += ${of(node.right)}`)
    },
    IfStatement: ({ test }) => addCondition(test),
    ConditionalExpression: ({ test }) => addCondition(test),
    WhileStatement: ({ test }) => void (test.type === 'Literal' || add(test, 'false')),
    ExpressionStatement: (node) => add(node, 'removed', null),
    ArrayExpression: (node) => void (node.elements.length > 0 && add(node, '[]')),
    ChainExpression: (node) => {
      chains.set(node.start, node.end)
      add(node, 'without ?', of(node).replace(/\?\.(?=[[(])|\?(?=\.)/, ''))
    },
    CallExpression: (node) => {
      if (node.callee.type !== 'MemberExpression' || node.callee.property.type !== 'Identifier') return
      // In `a?.slice(1).map(b)` nothing may stand around `a?.slice(1)`: the rest of the chain would no longer be skipped.
      if ((chains.get(node.start) ?? node.end) > node.end && of(node).includes('?.')) return
      const { object, property } = node.callee
      const other = otherMethods[property.name]
      if (other !== undefined)
        add(node, other, `${text.slice(node.start, property.start)}${other}${text.slice(property.end, node.end)}`)
      if (removable.has(property.name)) add(node, `without ${property.name}`, of(object))
    },
  }).visit(program)
  return found
}

const isText = (node: ESTree.Node): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')

/** An expression that is held at the beginning or the end of a text is tried without. */
function addLooser(node: Range, text: string, add: (node: Range, label: string, replacement: string) => void): void {
  if (text.startsWith('/^')) add(node, 'without ^', `/${text.slice(2)}`)
  if (/[^\\]\$\/[a-z]*$/.test(text)) add(node, 'without $', text.replace(/\$(\/[a-z]*)$/, '$1'))
}
