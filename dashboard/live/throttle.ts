/** `work` now, or as soon as `everyMs` have passed since it last began, however often it is called meanwhile. */
export function throttle(everyMs: number, work: () => void): () => void {
  let last = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  return () => {
    if (timer !== undefined) return
    timer = setTimeout(
      () => {
        timer = undefined
        last = performance.now()
        work()
      },
      Math.max(0, last + everyMs - performance.now()),
    )
  }
}
