import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { actOnMany } from './act-on-many.ts'

test('many are done one by one, a few at a time: what is refused is named in its order and stops none of the others', async () => {
  const items = Array.from({ length: 23 }, (_, place) => place)
  let [running, most] = [0, 0]
  const done: number[] = []
  const refused = await actOnMany(items, async (item) => {
    most = Math.max(most, (running += 1))
    await Promise.resolve()
    running -= 1
    if (item % 10 === 3) throw new ApiError({ code: 'order.has_receipt', detail: `Відмова ${item}.`, status: 409 })
    done.push(item)
  })
  expect(most).toBeLessThanOrEqual(4)
  expect(done).toHaveLength(21)
  expect(refused).toEqual([
    { item: 3, detail: 'Відмова 3.' },
    { item: 13, detail: 'Відмова 13.' },
  ])
})
