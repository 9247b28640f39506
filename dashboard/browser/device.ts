/**
 * «Chrome, Windows» from a User-Agent header. The header is full of other browsers' names (Edge says Chrome and Safari,
 * Chrome says Safari), so the order of the rows decides.
 */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const firstMatch = (rows: typeof browsers, text: string) => rows.find(([pattern]) => pattern.test(text))?.[1]

export function describeDevice(userAgent: string): string {
  const known = [firstMatch(browsers, userAgent), firstMatch(systems, userAgent)].filter((word) => word !== undefined)
  if (known.length > 0) return known.join(', ')
  const program = /^([\w.-]{1,40})\//.exec(userAgent)?.[1]
  return program === undefined ? 'Невідомий пристрій' : `Програма ${program}`
}

export const isHandheld = (userAgent: string): boolean => /\b(?:iPhone|iPad|Android|Mobile)\b/.test(userAgent)
