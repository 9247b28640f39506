/** RFC 6901: `/recipient/name`, `/delivery/0/ttn`, `` for the whole; `~1` is a slash and `~0` a tilde within a name. */
export const isPointer = (text: string): boolean => /^(?:\/(?:[^~/]|~[01])*)*$/.test(text)

/** A page asks a few pointers thousands of times; there are as many as the mapping has. */
const known = new Map<string, readonly string[]>()

function stepsOf(pointer: string): readonly string[] {
  const steps = known.get(pointer) ?? pointer.split('/').slice(1).map(unescaped)
  known.set(pointer, steps)
  return steps
}

const unescaped = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~')

/** `undefined` when there is no such place. Only own fields are looked at: `__proto__` and `constructor` lead nowhere. */
export function valueAt(document: unknown, pointer: string): unknown {
  let place = document
  for (const name of stepsOf(pointer)) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, name)) return undefined
    place = Reflect.get(place, name)
  }
  return place
}
