type Random = () => number

const pick = <Thing>(random: Random, things: readonly [Thing, ...Thing[]]): Thing =>
  things[Math.floor(random() * things.length)] ?? things[0]
const place = (random: Random, text: string): number => Math.floor(random() * (text.length + 1))
const insert = (text: string, at: number, piece: string): string => text.slice(0, at) + piece + text.slice(at)
const hex = (code: number, random: Random): string => {
  const digits = code.toString(16).padStart(2, '0')
  return random() < 0.5 ? digits : digits.toUpperCase()
}

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
] as const
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
] as const

/** One small change to the text of an address. */
const changes: readonly [
  (path: string, random: Random, host: string) => string,
  ...((path: string, random: Random, host: string) => string)[],
] = [
  function encodeOne(path, random) {
    const at = Math.floor(random() * path.length)
    return `${path.slice(0, at)}%${hex(path.charCodeAt(at) || 0x61, random)}${path.slice(at + 1)}`
  },
  function encodeMany(path, random) {
    return [...path].map((one) => (random() < 0.3 ? `%${hex(one.charCodeAt(0), random)}` : one)).join('')
  },
  (path, random) => insert(path, place(random, path), pick(random, [pieces[0], ...pieces.slice(1)])),
  (path, random) => insert(path, place(random, path), String.fromCharCode(Math.floor(random() * 256))),
  function otherCase(path, random) {
    return [...path].map((one) => (random() < 0.2 ? one.toUpperCase() : one)).join('')
  },
  function drop(path, random) {
    const at = Math.floor(random() * path.length)
    return path.slice(0, at) + path.slice(at + 1)
  },
  function double(path, random) {
    const at = Math.floor(random() * path.length)
    return insert(path, at, path[at] ?? '/')
  },
  (path, random, host) =>
    `${pick(random, [fronts[0], ...fronts.slice(1)])}${random() < 0.5 ? host : 'evil.example'}${path}`,
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
