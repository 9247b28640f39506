const encoded = (letter: string): string => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`
const encodedAt = (path: string, place: number): string =>
  path.slice(0, place) + encoded(path[place] ?? '') + path.slice(place + 1)
const lastWord = (path: string): number => path.lastIndexOf('/') + 1

/** Every other way to write an address that a proxy might take for the plain one. */
export const spellings: Record<string, (path: string, host: string) => string> = {
  'its first letter percent-encoded': (path) => encodedAt(path, 1),
  'its last letter percent-encoded': (path) => encodedAt(path, path.length - 1),
  'the version percent-encoded': (path) => encodedAt(path, Math.min(5, path.length - 1)),
  'every letter percent-encoded': (path) =>
    `/${Array.from(path.slice(1), (one) => (one === '/' ? one : encoded(one))).join('')}`,
  'capital digits in the percent-encoding': (path) => `${path.slice(0, 1)}%6A/..${path}`,
  'percent-encoded twice': (path) => encodedAt(path, 1).replace('%', '%25'),
  'its slashes percent-encoded': (path) => `/${path.slice(1).replaceAll('/', '%2f')}`,
  'its first slash percent-encoded': (path) => `%2f${path.slice(1)}`,
  'an overlong slash': (path) => path.replace(/\/(?=[^/]*$)/, '%c0%af'),
  'a percent-encoded dot segment': (path) => `/%2e${path}`,
  'a null byte at the end': (path) => `${path}%00`,
  'a line break at the end': (path) => `${path}%0d%0a`,
  'a space at the end': (path) => `${path}%20`,
  'a broken percent sign': (path) => `${path}%`,
  'absolute, with our host': (path, host) => `http://${host}${path}`,
  'absolute, with a foreign host': (path) => `http://evil.example${path}`,
  'absolute, with https': (path, host) => `https://${host}${path}`,
  'absolute, with a user': (path, host) => `http://admin:x@${host}${path}`,
  'another protocol': (path) => `ftp://evil.example${path}`,
  'as an authority': (_path, host) => host,
  'as a star': () => '*',
  'without its slash': (path) => path.slice(1),
  'a host after two slashes': (path) => `//evil.example${path}`,
  'two slashes in front': (path) => `/${path}`,
  'two slashes inside': (path) => path.replace(/\/(?=[^/]*$)/, '//'),
  'a slash at the end': (path) => `${path}/`,
  'two slashes at the end': (path) => `${path}//`,
  'a dot in front': (path) => `/.${path}`,
  'a dot at the end': (path) => `${path}/.`,
  'a way up and back': (path) => `/nowhere/..${path}`,
  'a way up inside': (path) => `${path.slice(0, lastWord(path))}x/../${path.slice(lastWord(path))}`,
  backslashes: (path) => path.replaceAll('/', '\\'),
  'a backslash inside': (path) => path.replace(/\/(?=[^/]*$)/, '\\'),
  'a matrix parameter at the end': (path) => `${path};x=1`,
  'a matrix parameter inside': (path) => `/api;x=1${path.replace(/^\/api/, '')}`,
  'a fragment': (path) => `${path}#x`,
  'a fragment in the query': (path) => `${path}?a=b#x`,
  'all capitals': (path) => path.toUpperCase(),
  'a capital in front': (path) => `/${path[1]?.toUpperCase()}${path.slice(2)}`,
  'a capital in its last word': (path) => {
    const at = lastWord(path)
    return path.slice(0, at) + path[at]?.toUpperCase() + path.slice(at + 1)
  },
  'a byte above ASCII': (path) => `${path}\u00e9`,
  'a letter of another alphabet': (path) => path.replace('a', Buffer.from('а').toString('latin1')),
  'a tab at the end': (path) => `${path}\t`,
  'a delete character': (path) => `${path}\u007f`,
  'a plus for a space': (path) => `${path}+`,
}
