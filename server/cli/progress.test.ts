import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Terminal } from './output.ts'
import { startProgress } from './progress.ts'
import { wrap, wrapLines } from './wrap.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** What would stand on the screen: a line that is cleared is gone. */
function aTerminal(columns = 80, can_write_over = true) {
  const written: string[] = []
  const terminal: Terminal = {
    write: (text) => void written.push(text),
    columns: () => columns,
    can_write_over,
    style: (_how, text) => text,
  }
  return { terminal, written, screen: () => written.join('').split('\r\u001b[2K').at(-1) ?? '' }
}

test('what takes two seconds or less says nothing', () => {
  const { terminal, written } = aTerminal()
  const progress = startProgress(terminal)
  progress.say('Запускаємо базу даних')
  vi.advanceTimersByTime(1_999)
  progress.end()
  expect(written).toEqual([])
})

test('what takes longer says what it is and for how long, on one line that is written over and taken away', () => {
  const { terminal, screen, written } = aTerminal()
  const progress = startProgress(terminal)
  progress.say('Запускаємо базу даних')
  vi.advanceTimersByTime(2_000)
  expect(screen()).toBe('Запускаємо базу даних… 2\u00a0с')
  vi.advanceTimersByTime(3_000)
  expect(screen()).toBe('Запускаємо базу даних… 5\u00a0с')
  progress.say('Запускаємо сервіс')
  expect(screen()).toBe('Запускаємо сервіс… 5\u00a0с')
  progress.end()
  expect(screen()).toBe('')
  expect(written.join('')).not.toContain('\n')
  vi.advanceTimersByTime(10_000)
  expect(screen()).toBe('')
})

test('on a narrow terminal the line is cut, so that it stays one line', () => {
  const { terminal, screen } = aTerminal(12)
  startProgress(terminal).say('Запускаємо базу даних')
  vi.advanceTimersByTime(2_000)
  expect(screen()).toHaveLength(11)
})

test('where no line can be written over, and where nobody sits, nothing is written', () => {
  const { terminal, written } = aTerminal(80, false)
  for (const to of [terminal, null, undefined]) {
    const progress = startProgress(to)
    progress.say('Запускаємо базу даних')
    vi.advanceTimersByTime(10_000)
    progress.end()
  }
  expect(written).toEqual([])
})

test('a sentence is broken between its words, and an address never', () => {
  expect(wrap('один два три', 80)).toBe('один два три')
  expect(wrap('один два три', 8)).toBe('один два\nтри')
  expect(wrap('один два три', 8, '  ')).toBe('один два\n  три')
  expect(wrap('один два три', 7, '  ')).toBe('один\n  два\n  три')
  expect(wrap('адреса http://127.0.0.1:8080 тут', 10)).toBe('адреса\nhttp://127.0.0.1:8080\nтут')
})

test('of several lines each is broken for itself, under its own first word', () => {
  expect(wrapLines('Помилки:\n  • один два три', 14)).toBe('Помилки:\n  • один два\n    три')
})
