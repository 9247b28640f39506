import { expect, test } from 'vitest'
import { notAskedWords } from './not-asked.ts'

test.each([
  ['bad_number', 'не вважає «2045O» номером ТТН', 'Виправте ТТН'],
  ['unknown_number', 'понад добу не знає ТТН 2045O', 'Виправте ТТН'],
  ['no_key', 'належить касі «Друга», у якої немає ключа', 'Додайте ключ'],
  ['overdue', 'Ключ відхилено.', 'Перевірте ключі'],
  ['unseen', 'не вдається з’ясувати', 'Перевірте ключі'],
  ['lost_on_its_way', 'за новою ТТН 20450000000006', 'введіть її'],
] as const)('%s: the words name the TTN, what happened and what to do', (why, expected, advice) => {
  const words = notAskedWords({
    ...{ ttn: '2045O', successor_ttn: '20450000000006', why },
    ...{ register: 'Друга', trouble: 'Ключ відхилено.' },
  })
  for (const part of ['2045O', expected, advice]) expect(words).toContain(part)
})
