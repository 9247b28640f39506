type Random = () => number
type Change = (path: string, random: Random, host: string) => string

function pick<Thing>(random: Random, things: readonly Thing[]): Thing {
  const thing = things[Math.floor(random() * things.length)]
  if (thing === undefined) throw new Error('there is nothing to pick from')
  return thing
}
const place = (random: Random, text: string): number => Math.floor(random() * (text.length + 1))
const insert = (text: string, at: number, piece: string): string => text.slice(0, at) + piece + text.slice(at)
const encoded = (letter: string, random: Random): string => {
  const digits = letter.charCodeAt(0).toString(16).padStart(2, '0')
  return `%${random() < 0.5 ? digits : digits.toUpperCase()}`
}
const eachLetter = (text: string, to: (letter: string) => string): string => Array.from(text, to).join('')

const pieces = [
  ...[
    '/',
    '//',
    '/./',
    '/../',
    '\\',
    ';',
    ';x=1',
    '#',
    '?',
    '&',
    '%',
    '%2f',
    '%5c',
    '%2e',
    '%2e%2e',
    '%00',
    '%0a',
    '%c0%af',
  ],
  ...[
    '%u0061',
    '%zz',
    '%25',
    '%2561',
    '.',
    '..',
    '...',
    '~',
    '+',
    '@',
    ':',
    '!',
    '*',
    "'",
    '"',
    '<',
    '>',
    '[',
    ']',
    '{',
    '}',
    '|',
  ],
  ...[
    '^',
    '`',
    '$',
    ',',
    '=',
    '(',
    ')',
    '\t',
    '\u0001',
    '\u007f',
    '\u0080',
    '\u00e9',
    '\u00ff',
    '\u00d0\u00b0',
    ' ',
    '%20',
    '\r',
    '\n',
  ],
]
const fronts = [
  'http://',
  'https://',
  'HTTP://',
  '//',
  'ftp://',
  'file://',
  'javascript:',
  'http:',
  '\\\\',
  '///',
  'http:///',
]

/** One small change to the text of an address. */
const changes: readonly Change[] = [
  (path, random) => {
    const at = place(random, path)
    return path.slice(0, at) + encoded(path[at] ?? 'a', random) + path.slice(at + 1)
  },
  (path, random) => eachLetter(path, (one) => (random() < 0.3 ? encoded(one, random) : one)),
  (path, random) => eachLetter(path, (one) => (random() < 0.2 && one <= '~' ? one.toUpperCase() : one)),
  (path, random) => insert(path, place(random, path), pick(random, pieces)),
  (path, random) => insert(path, place(random, path), String.fromCharCode(Math.floor(random() * 256))),
  (path, random) => {
    const at = place(random, path)
    return path.slice(0, at) + path.slice(at + 1)
  },
  (path, random) => {
    const at = place(random, path)
    return insert(path, at, path[at] ?? '/')
  },
  (path, random, host) => pick(random, fronts) + pick(random, [host, 'evil.example']) + path,
  (path) => path.replaceAll('/', '\\'),
  (path) => `${path}/`,
  (path, random) => `${path}?${pick(random, ['', 'a=b', '%61=%62', 'x#y', '../..', ';', 'limit=5'])}`,
  (path, random) => {
    const words = path.split('/')
    words.splice(Math.floor(random() * words.length), 1, pick(random, ['..', '.', '%2e%2e', '', 'v1', 'api', 'x']))
    return words.join('/')
  },
]

/** The address after one to four such changes. */
export function mutate(path: string, random: Random, host: string): string {
  let text = path
  for (let left = 1 + Math.floor(random() * 4); left > 0; left -= 1) text = pick(random, changes)(text, random, host)
  return text
}
