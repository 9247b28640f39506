import { Visitor, type ESTree } from 'vite'
import { isCode, isOutside, memberName, parse, placeOf, textOf, type SourceFile } from './source.ts'

/** The environment has one reader, so that every setting is checked, explained and known to the operator. */
export function environmentReaders(files: readonly SourceFile[]): string[] {
  const inside = files.filter((file) => isCode(file) && !isOutside(file) && file.path !== 'server/config.ts')
  return inside.flatMap((file) => {
    const found: string[] = []
    const report = (node: ESTree.Node): void => void found.push(`${placeOf(file, node.start)} reads the environment`)
    new Visitor({
      MemberExpression: (node) => {
        const ofProcess = isNamed(node.object, 'process') || memberOf(node.object) === 'globalThis.process'
        if ((ofProcess || node.object.type === 'MetaProperty') && memberName(node) === 'env') report(node)
      },
      VariableDeclarator: (node) => {
        if (node.init && isNamed(node.init, 'process')) report(node)
      },
      ImportDeclaration: (node) => {
        if (/^(node:)?process$/.test(node.source.value)) report(node)
      },
    }).visit(parse(file).program)
    return found
  })
}

/** Time and chance come in through the platform, so that tests can hold them still; chance through one file of it. */
export function clockAndChance(files: readonly SourceFile[]): string[] {
  const inside = files.filter((file) => isCode(file) && !isOutside(file) && file.path.startsWith('server/'))
  return inside.flatMap((file) => {
    const found: string[] = []
    const tell = (node: ESTree.Node, what: string): void => void found.push(`${placeOf(file, node.start)} uses ${what}`)
    const report = file.path.startsWith('server/platform/') ? () => undefined : tell
    const reportChance = file.path === 'server/platform/random.ts' ? () => undefined : tell
    new Visitor({
      NewExpression: (node) => {
        if (isNamed(node.callee, 'Date') && node.arguments.length === 0) report(node, 'new Date()')
      },
      CallExpression: (node) => {
        if (isNamed(node.callee, 'Date')) report(node, 'Date()')
      },
      MemberExpression: (node) => {
        const name = memberOf(node)
        if (name === 'Date.now') report(node, name)
        if (name === 'Math.random') reportChance(node, name)
        if (isNamed(node.object, 'crypto') && isChance(memberName(node))) reportChance(node, name ?? 'crypto')
      },
      ImportDeclaration: (node) => {
        if (!/^(node:)?crypto$/.test(node.source.value)) return
        for (const specifier of node.specifiers) {
          const imported = specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : '*'
          if (imported === '*' || imported === 'webcrypto' || isChance(imported))
            reportChance(node, `${imported} of crypto`)
        }
      },
    }).visit(parse(file).program)
    return found
  })
}

const isChance = (name: string | null): boolean => /^(random|getRandomValues)/.test(name ?? '')
const isNamed = (node: ESTree.Node, name: string): boolean => node.type === 'Identifier' && node.name === name
const nameOf = (node: ESTree.Node): string | null => (node.type === 'Identifier' ? node.name : textOf(node))

/** `Date.now` and `globalThis.Date.now` alike. */
function memberOf(node: ESTree.Node): string | null {
  if (node.type !== 'MemberExpression') return null
  const inner = memberOf(node.object)?.replace(/^globalThis\./, '')
  const object = node.object.type === 'Identifier' ? node.object.name : inner
  return object === undefined ? null : `${object}.${memberName(node)}`
}
