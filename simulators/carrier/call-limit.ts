const windowMs = 60_000

/** Counts what was let through within the last minute, for each key apart. */
export const createCallLimit = (now: () => number) => {
  const letThrough = new Map<string, number[]>()

  return (key: string, most: number | null): boolean => {
    if (most === null) return true
    const recent = (letThrough.get(key) ?? []).filter((at) => at > now() - windowMs)
    const isAllowed = recent.length < most
    if (isAllowed) recent.push(now())
    letThrough.set(key, recent)
    return isAllowed
  }
}
