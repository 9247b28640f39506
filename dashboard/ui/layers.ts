/**
 * The dialogs that stand over the page, one over the other, each by a number greater than those of all before it. The page
 * itself is layer 0.
 */
let open: readonly number[] = []
let last = 0

/** A dialog has opened over everything else. Answers with what closes it. */
export function openLayer(): () => void {
  last += 1
  const layer = last
  open = [...open, layer]
  return () => {
    open = open.filter((one) => one !== layer)
  }
}

export const topLayer = (): number => open.at(-1) ?? 0
