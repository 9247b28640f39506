import { Visitor, type ESTree } from 'vite'
import {
  calledName,
  faults,
  isCode,
  isOutside,
  keyOf,
  parse,
  placeOf,
  propertyOf,
  textOf,
  type SourceFile,
} from './source.ts'

const insideServer = (files: readonly SourceFile[]): SourceFile[] =>
  files.filter((file) => isCode(file) && !isOutside(file) && file.path.startsWith('server/'))
const find = (files: readonly SourceFile[], path: string): SourceFile => {
  const found = files.find((file) => file.path === path)
  if (!found) throw new Error(`${path} is not there`)
  return found
}

/** Every route, of the API or not, says who may call it. Start-up holds this too; here it is seen before anything runs. */
export function routesWithoutPermission(files: readonly SourceFile[]): string[] {
  return insideServer(files).flatMap((file) => {
    const found: string[] = []
    const { program } = parse(file)
    const constants = constantsOf(program)
    const resolved = (node: ESTree.Node | null | undefined) =>
      unwrapped(node?.type === 'Identifier' ? constants.get(node.name) : (node ?? undefined))
    new Visitor({
      CallExpression: (node) => {
        const name = calledName(node) ?? ''
        if (!/^(get|head|post|put|patch|delete|options|all|route)$/.test(name)) return
        const [address, options] = node.arguments
        const url = name === 'route' ? propertyOf(address, 'url') : address
        if (!isCalledOn(node, 'http') && !textOf(url)?.startsWith('/')) return
        const config = resolved(propertyOf(resolved(name === 'route' ? address : options), 'config'))
        if (!textOf(propertyOf(config, 'permission')))
          found.push(`${placeOf(file, node.start)} ${textOf(url) ?? 'a route'} names no permission`)
      },
    }).visit(program)
    return found
  })
}

const isCalledOn = ({ callee }: ESTree.CallExpression, name: string): boolean =>
  callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === name

function constantsOf(program: ESTree.Program): Map<string, ESTree.Node> {
  const constants = new Map<string, ESTree.Node>()
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init) constants.set(id.name, init)
    },
  }).visit(program)
  return constants
}

/** Every job that is defined is bound exactly once in the table of `worker.ts`. */
export function jobsNotBoundOnce(files: readonly SourceFile[]): string[] {
  const defined: { constant: string; name: string; place: string }[] = []
  for (const file of insideServer(files)) {
    new Visitor({
      VariableDeclarator: ({ id, init, start }) => {
        if (init?.type !== 'CallExpression' || calledName(init) !== 'defineJob' || id.type !== 'Identifier') return
        defined.push({ constant: id.name, name: textOf(init.arguments[0]) ?? '', place: placeOf(file, start) })
      },
    }).visit(parse(file).program)
  }
  const bound: string[] = []
  new Visitor({
    CallExpression: (node) => {
      const [job] = node.arguments
      if (calledName(node) === 'on' && job?.type === 'Identifier') bound.push(job.name)
    },
  }).visit(parse(find(files, 'server/worker.ts')).program)
  return defined.flatMap(({ constant, name, place }) => {
    const times = bound.filter((other) => other === constant).length
    const sharers = defined.filter((other) => other.name === name).length
    return faults(
      times !== 1 && `${place} ${constant} is bound ${times} times in server/worker.ts`,
      sharers !== 1 && `${place} ${constant} shares its name ${name} with another job`,
    )
  })
}

/** Every refusal of the catalogue is thrown somewhere; to list it among a route's refusals is not to throw it. */
export function unusedErrorCodes(files: readonly SourceFile[]): string[] {
  const catalogues = [
    { file: find(files, 'contract/errors.ts'), constant: 'errors' },
    ...files
      .filter(({ path }) => path === 'contract/receipt-errors.ts')
      .map((file) => ({ file, constant: 'receiptErrors' })),
  ]
  const isCatalogue = (file: SourceFile): boolean => catalogues.some((one) => one.file === file)
  const used = new Set<string>()
  for (const file of files) {
    if (!isCode(file) || isOutside(file) || isCatalogue(file) || !/^(server|contract)\//.test(file.path)) continue
    const listed = new Set<ESTree.Node>()
    new Visitor({
      Property: (property) => {
        const key = keyOf(property)
        const values = property.value.type === 'ArrayExpression' ? property.value.elements : [property.value]
        if (key === 'errors' || key === 'action') for (const value of values) if (value) listed.add(value)
      },
      Literal: (node) => {
        const text = textOf(node)
        if (text !== null && !listed.has(node)) used.add(text)
      },
    }).visit(parse(file).program)
  }
  const codes = catalogues.flatMap(({ file, constant }) => keysOf(file, constant))
  return codes.flatMap((code) => (used.has(code) ? [] : [`${code} is given by nobody`]))
}

/** Every action the audit log knows is recorded somewhere. */
export function unrecordedAuditActions(files: readonly SourceFile[]): string[] {
  const recorded = new Set<string>()
  for (const file of insideServer(files)) {
    new Visitor({
      Property: (property) => {
        if (keyOf(property) !== 'action') return
        const { value } = property
        const values = value.type === 'ConditionalExpression' ? [value.consequent, value.alternate] : [value]
        for (const action of values) recorded.add(textOf(action) ?? '')
      },
    }).visit(parse(file).program)
  }
  const actions = keysOf(find(files, 'contract/audit.ts'), 'auditEntries')
  return actions.flatMap((action) => (recorded.has(action) ? [] : [`${action} is recorded by nobody`]))
}

/** Every setting stands in `.env.example`, and nothing else does. */
export function undocumentedSettings(files: readonly SourceFile[]): string[] {
  const settings = keysOf(find(files, 'server/config.ts'), 'Variables')
  const example = files.find(({ path }) => path === '.env.example')
  if (!example) return ['.env.example is not there']
  const documented = [...example.text.matchAll(/^#?\s*([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name)
  return [
    ...settings.filter((name) => !documented.includes(name)).map((name) => `${name} is missing in .env.example`),
    ...documented.filter((name) => !settings.includes(name)).map((name) => `${name} of .env.example is read by nobody`),
  ]
}

/** The keys of the object that makes up a constant, also through the calls around it: `as const`, `z.object({…})`. */
function keysOf(file: SourceFile, constant: string): string[] {
  const keys: string[] = []
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type !== 'Identifier' || id.name !== constant || !init) return
      const object = unwrapped(init)
      if (object?.type !== 'ObjectExpression') return
      for (const property of object.properties) if (property.type === 'Property') keys.push(keyOf(property) ?? '')
    },
  }).visit(parse(file).program)
  if (keys.length === 0) throw new Error(`${file.path} has no table ${constant}`)
  return keys
}

function unwrapped(node: ESTree.Node | undefined): ESTree.Node | undefined {
  if (node?.type === 'TSAsExpression' || node?.type === 'TSSatisfiesExpression') return unwrapped(node.expression)
  return node?.type === 'CallExpression' ? unwrapped(node.arguments[0]) : node
}
