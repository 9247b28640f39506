/** Works on all items, so many at a time. A failure is thrown once nothing is under way any more. */
export async function sideBySide<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  const workOn = async (): Promise<void> => {
    for (const item of waiting) await work(item)
  }
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, workOn))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
