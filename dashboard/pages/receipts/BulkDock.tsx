/** Batches of this person that are not finished, on every page until they are. */
export function BulkDock() {
  return null
}
