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
const longestFunction = 60

export function longFiles(files: readonly SourceFile[]): string[] {
  return files.filter(isCode).flatMap(({ path, text }) => {
    const lines = text.trimEnd().split('\n').length
    return lines > longestFile ? [`${path} has ${lines} lines, ${longestFile} are the most`] : []
  })
}

/**
 * A function within another counts for itself, and so does each route of a route module: what is left is what has to be
 * held in mind at once.
 */
export function longFunctions(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => isCode(file) && !isOutside(file))
    .flatMap((file) => {
      const lineAt = (offset: number): number => file.text.slice(0, offset).split('\n').length
      const units: { first: number; last: number }[] = []
      const add = ({ start, end }: ESTree.Node): void => void units.push({ first: lineAt(start), last: lineAt(end) })
      new Visitor({
        FunctionDeclaration: add,
        FunctionExpression: add,
        ArrowFunctionExpression: add,
        CallExpression: (node) => {
          const isRoute =
            file.path.endsWith('/routes.ts') && /^(get|post|put|patch|delete|route)$/.test(calledName(node) ?? '')
          if (isRoute) add(node)
        },
      }).visit(parse(file).program)
      return units.flatMap((unit) => {
        const within = units.filter(({ first, last }) => first > unit.first && last <= unit.last)
        const lines = Array.from({ length: unit.last - unit.first + 1 }, (_, index) => unit.first + index)
        const own = lines.filter((line) => !within.some(({ first, last }) => line > first && line <= last)).length
        return own > longestFunction
          ? [`${file.path}:${unit.first} is a function of ${own} lines, ${longestFunction} are the most`]
          : []
      })
    })
}
