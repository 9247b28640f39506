/** What is printed on a key, by its place. */
const names: Record<string, string> = {
  Slash: '/',
  Space: 'Пробіл',
  Escape: 'Esc',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  BracketLeft: '[',
  BracketRight: ']',
  Comma: ',',
  Period: '.',
}

/** «C», «Shift + ↓»: each key of the chord apart. */
export function keysOf({ code, shift = false, sign }: { code: string; shift?: boolean; sign?: string }): string[] {
  if (sign !== undefined) return [sign]
  const key = names[code] ?? code.replace(/^(Key|Digit|Numpad)/, '')
  return shift ? ['Shift', key] : [key]
}
