/** Runs it when the browser has nothing more urgent to do. Answers with what takes that back. */
export function whenIdle(run: () => void): () => void {
  // Safari before 2026 has no idle callback; a moment is what it then gets.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, 200)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(run, { timeout: 2_000 })
  return () => cancelIdleCallback(request)
}
