/**
 * Which rows a list shows, in which order. Once shown, a row stays in its place until the list is left, and what comes
 * later waits until the person wants it: whatever the server answers meanwhile, nothing moves under the pointer.
 */
export function keepPlaces(shown: readonly string[], loaded: readonly string[]): readonly string[] {
  if (shown.length === 0) return loaded
  const places = new Map(loaded.map((id, place) => [id, place]))
  const known = shown.flatMap((id) => places.get(id) ?? [])
  // A row that has moved down, as an order that lost its TTN does, stands below the row after it; what is between them comes now.
  const unmoved = known.filter((place, index) => place < (known[index + 1] ?? Infinity))
  const isShown = new Set(shown)
  const further = known.length === 0 ? [] : loaded.slice(Math.max(...unmoved) + 1).filter((id) => !isShown.has(id))
  return further.length === 0 ? shown : [...shown, ...further]
}

/** Belong to the list, but are not shown yet; each once. */
export function waitingAmong(shown: readonly string[], known: readonly string[]): string[] {
  const places = new Set(shown)
  return [...new Set(known)].filter((id) => !places.has(id))
}
