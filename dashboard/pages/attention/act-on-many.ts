import { sentenceFor } from '../../api/api-error.ts'

/** So many at a time: the server has other people, too. */
const atATime = 4

export interface Refused<Item> {
  item: Item
  /** Why, in the words of the server. */
  detail: string
}

/** Does the same to every one of them, each by itself: what is refused stops none of the others. Answers with what was refused. */
export async function actOnMany<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
): Promise<Refused<Item>[]> {
  const refused: Refused<Item>[] = []
  const waiting = items.values()
  const work = async () => {
    for (const item of waiting)
      await act(item).catch((error: unknown) => refused.push({ item, detail: sentenceFor(error) }))
  }
  await Promise.all(Array.from({ length: atATime }, work))
  return items.flatMap((item) => refused.find((one) => one.item === item) ?? [])
}
