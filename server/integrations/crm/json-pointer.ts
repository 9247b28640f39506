/** RFC 6901: `/recipient/name`, `/delivery/0/ttn`, `` for the whole; `~1` is a slash and `~0` a tilde within a name. */
export const isPointer = (text: string): boolean => /^(?:\/(?:[^~/]|~[01])*)*$/.test(text)

/** `undefined` when there is no such place. Only own fields are looked at: `__proto__` and `constructor` lead nowhere. */
export function valueAt(document: unknown, pointer: string): unknown {
  let place = document
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof place !== 'object' || place === null) return undefined
    place = Object.getOwnPropertyDescriptor(place, name)?.value
  }
  return place
}
