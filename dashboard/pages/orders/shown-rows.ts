/**
 * Which rows a list shows, in which order. Once shown, a row stays in its place until the list is left, and what comes
 * later waits to be asked for: whatever the server answers meanwhile, nothing moves under the pointer.
 */
export function keepPlaces(shown: readonly string[], loaded: readonly string[]): readonly string[] {
  if (shown.length === 0) return loaded
  const places = new Set(shown)
  const lastKnown = loaded.findLastIndex((id) => places.has(id))
  const further = lastKnown === -1 ? [] : loaded.slice(lastKnown + 1)
  return further.length === 0 ? shown : [...shown, ...further]
}

/** Loaded, but not shown yet. */
export function waitingAmong(shown: readonly string[], loaded: readonly string[]): string[] {
  const places = new Set(shown)
  return loaded.filter((id) => !places.has(id))
}
