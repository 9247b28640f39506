/** Latin letters that look like Cyrillic ones, small or capital. Payout lists and people mix them unseen. */
const lookAlikes: Record<string, string> = {
  a: 'а',
  b: 'в',
  c: 'с',
  e: 'е',
  h: 'н',
  i: 'і',
  ï: 'ї',
  k: 'к',
  m: 'м',
  o: 'о',
  p: 'р',
  t: 'т',
  x: 'х',
  y: 'у',
}

/** No heading and no label is nearly as long; what is longer need not be spelled to its end. */
const longest = 200

/**
 * One spelling for headings and labels: blanks and line breaks of every kind are one blank, letters are small and Cyrillic,
 * the vendor's «принятих» is «прийнятих», and a closing colon, full stop or the currency says nothing.
 */
export function spelledPlainly(text: string): string {
  return text
    .slice(0, longest)
    .normalize('NFC')
    .replace(/[\u{ad}\u{200b}-\u{200d}\u{2060}]/gu, '')
    .replace(/\s+/gu, ' ')
    .toLowerCase()
    .replace(/[abcehiïkmoptxy]/g, (letter) => lookAlikes[letter] ?? letter)
    .replaceAll('принятих', 'прийнятих')
    .trim()
    .replace(/(?:,? \(?грн\.?\)?)$/u, '')
    .replace(/(?<![\s:.,*])[\s:.,*]+$/u, '')
}
