import { describe, expect, test } from 'vitest'
import { openReaderStream } from './reader-stream.ts'

const afresh = 'load afresh'
const piece = 'x'.repeat(1024)
const overflow = (write: (text: string) => void): void => {
  for (let written = 0; written < 300; written += 1) write(piece)
}

describe('the text for one reader', () => {
  test('reaches whoever reads, in its order', async () => {
    const { stream, write, end } = openReaderStream(() => afresh)
    for (const text of ['one ', 'two ', 'three']) write(text)
    end()
    write('after the last word')
    expect((await stream.toArray()).join('')).toBe('one two three')
  })

  test('is cut short by a burst, and goes on with the order to load afresh', async () => {
    const { stream, write, end } = openReaderStream(() => afresh)
    overflow(write)
    write('lost')
    const heard: string[] = []
    for await (const chunk of stream) {
      heard.push(String(chunk))
      if (heard.at(-1)?.endsWith(afresh)) {
        write('live again')
        end()
      }
    }
    expect(heard.join('').replaceAll('x', '')).toBe(`${afresh}live again`)
  })

  test('ends for a reader that takes nothing, and for no other', () => {
    const [reads, gone] = [openReaderStream(() => afresh), openReaderStream(() => afresh)]
    overflow(gone.write)
    reads.write(piece)
    for (const { dropIfGone } of [reads, gone]) dropIfGone()
    expect([reads, gone].map(({ stream }) => stream.destroyed)).toEqual([false, true])
  })
})
