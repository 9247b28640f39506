import { placeOf, type SourceFile } from './source.ts'

const home = 'dashboard/tokens.css'
const declaration = /(?<=[{;\s])([a-z-]+):\s*([^;{}]+);/g
const named = /var\(--((?:radius|space|weight|shadow|layer)-[\w-]+)/g

/** Corners, weights, shadows, layers and steps of space stand in one file; a style names them. */
export function looseDesign(files: readonly SourceFile[]): string[] {
  const tokens = files.find(({ path }) => path === home)?.text ?? ''
  const known = new Set(Array.from(tokens.matchAll(/--([\w-]+):/g), ([, name]) => name))
  const steps = new Map(Array.from(tokens.matchAll(/--(space-\d+): ([\d.]+rem);/g), ([, name, value]) => [value, name]))
  return files
    .filter(({ path }) => path.startsWith('dashboard/') && path.endsWith('.css') && path !== home)
    .flatMap((file) =>
      [...withoutComments(file.text).matchAll(declaration)].flatMap(({ index, 1: property = '', 2: value = '' }) => {
        const place = placeOf(file, index)
        const unknown = Array.from(value.matchAll(named), ([, name = '']) => name).filter((name) => !known.has(name))
        return [
          isLoose(property, value) ? [`${place} writes ${property}: ${value} instead of a token`] : [],
          looseSteps(property, value, steps).map((step) => `${place} writes a length that is var(--${step})`),
          unknown.map((name) => `${place} names --${name}, which is not in ${home}`),
        ].flat()
      }),
    )
}

/** In their length, so that places stay what they are. */
const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))

function isLoose(property: string, value: string): boolean {
  // What lies within an edge has a corner that is smaller by that edge.
  if (property.endsWith('radius'))
    return /[1-9]/.test(value.replaceAll(/calc\(var\([\w-]+\) - 1px\)|var\([\w-]+\)/g, ''))
  if (property === 'font-weight') return /\d|bold/.test(value.replaceAll(/var\([\w-]+\)/g, ''))
  if (property === 'box-shadow') return !/^(var\(--shadow-[\w-]+\)|none)$/.test(value)
  return property === 'z-index' && /\d/.test(value)
}

/** A length between two steps may stand as it is: it was measured by the eye. */
function looseSteps(
  property: string,
  value: string,
  steps: ReadonlyMap<string | undefined, string | undefined>,
): string[] {
  if (!/^((row|column)-)?gap$|^(padding|margin)(-|$)/.test(property)) return []
  return Array.from(value.matchAll(/(?<![\w.-])[\d.]+rem\b/g), ([length]) => steps.get(length)).filter(
    (step) => step !== undefined,
  )
}
