/** What this browser keeps under a name; null: nothing. undefined: it is not allowed to keep anything. */
export function recall(key: string): string | null | undefined {
  try {
    return localStorage.getItem(key)
  } catch {
    return undefined
  }
}

/** null forgets it. Where nothing may be kept, nothing is. */
export function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // The page goes on without a memory.
  }
}
