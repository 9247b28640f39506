import { Visitor, type ESTree } from 'vite'
import { calledName, faults, isCode, isOutside, parse, placeOf, type SourceFile } from './source.ts'

/** Names that say nothing about what is inside invite everything. */
export function emptyNames(files: readonly SourceFile[]): string[] {
  return files.filter(isCode).flatMap((file) => {
    const { path } = file
    const folder = /(?<=\/|^)(utils?|helpers?|misc)\//.exec(path)?.[0]
    const name = path.slice(path.lastIndexOf('/') + 1)
    return faults(
      folder !== undefined && `${path} lies in ${folder}`,
      /^(types|utils?|helpers?)\.tsx?$/.test(name) && `${path} says nothing by its name`,
      // server/service.ts is the running service itself, not a bag of functions about something.
      !isOutside(file) && /[-.](service|manager|helper|util)s?\.tsx?$/i.test(name) && `${path} is named after no thing`,
      isBarrel(file, name) && `${path} is a barrel`,
    )
  })
}

export function vagueClasses(files: readonly SourceFile[]): string[] {
  const found: string[] = []
  for (const file of files.filter((candidate) => isCode(candidate) && !isOutside(candidate))) {
    const look = (node: ESTree.Class): void => {
      if (/.(Service|Manager|Helper|Util)s?$/.test(node.id?.name ?? ''))
        found.push(`${placeOf(file, node.start)} class ${node.id?.name} is named after no thing`)
    }
    new Visitor({ ClassDeclaration: look, ClassExpression: look }).visit(parse(file).program)
  }
  return found
}

/** A file that only passes on what is in others. */
function isBarrel(file: SourceFile, name: string): boolean {
  const { body } = parse(file).program
  const passesOn = body.filter(
    (statement) =>
      statement.type === 'ExportAllDeclaration' ||
      (statement.type === 'ExportNamedDeclaration' && statement.source !== null),
  ).length
  return passesOn > 0 && (passesOn === body.length || /^index\.tsx?$/.test(name))
}

const longestFile = 300
/** Without the functions within it: what has to be held in mind at once. */
const longestOwn = 60
/** With all that stands within it, routes of a route module included. */
const longestWhole = 100
/** Still to be split. The list only shrinks: an entry that is no longer needed is a fault. */
const knownLong: readonly string[] = []

export function longFiles(files: readonly SourceFile[]): string[] {
  return files.filter(isCode).flatMap(({ path, text }) => {
    const lines = text.trimEnd().split('\n').length
    return lines > longestFile ? [`${path} has ${lines} lines, ${longestFile} are the most`] : []
  })
}

export function longFunctions(files: readonly SourceFile[], known = knownLong): string[] {
  const code = files.filter((file) => isCode(file) && !isOutside(file))
  const tooLong = code.flatMap((file) =>
    functionsOf(file)
      .flatMap(whyTooLong)
      .map((why) => ({ path: file.path, why })),
  )
  return [
    ...tooLong.filter(({ path }) => !known.includes(path)).map(({ path, why }) => `${path}:${why}`),
    ...known
      .filter((path) => code.some((file) => file.path === path) && !tooLong.some((long) => long.path === path))
      .map((path) => `${path} has no long function any more: take it from the list in test/house/naming-and-size.ts`),
  ]
}

interface Unit {
  first: number
  last: number
  isRoute: boolean
}

/** Functions, and calls that add a route: each route counts for itself. */
function functionsOf(file: SourceFile): Unit[] {
  const lineAt = (offset: number): number => file.text.slice(0, offset).split('\n').length
  const units: Unit[] = []
  const add = ({ start, end }: ESTree.Node, isRoute = false): void =>
    void units.push({ first: lineAt(start), last: lineAt(end), isRoute })
  new Visitor({
    FunctionDeclaration: (node) => add(node),
    FunctionExpression: (node) => add(node),
    ArrowFunctionExpression: (node) => add(node),
    CallExpression: (node) => {
      if (file.path.endsWith('/routes.ts') && /^(get|post|put|patch|delete|route)$/.test(calledName(node) ?? ''))
        add(node, true)
    },
  }).visit(parse(file).program)
  return units
}

function whyTooLong({ first, last, isRoute }: Unit, _index: number, units: readonly Unit[]): string[] {
  const within = units.filter((unit) => unit.first > first && unit.last <= last)
  const lines = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const own = lines.filter((line) => !within.some((unit) => line > unit.first && line <= unit.last)).length
  return faults(
    own > longestOwn && `${first} is a function of ${own} lines, ${longestOwn} are the most`,
    !isRoute &&
      lines.length > longestWhole &&
      `${first} is a function of ${lines.length} lines with all in it, ${longestWhole} are the most`,
  )
}
