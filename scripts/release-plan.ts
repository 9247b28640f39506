/** What a release decides before it touches anything. Pure: it gives a value, or a sentence that says why not. */
export type Planned<Value> = { value: Value } | { why: string }

const exact = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/

/** `patch`, `minor`, `major`, or the version itself, which must be a later one. */
export function planVersion(current: string, wanted: string): Planned<string> {
  const now = partsOf(current)
  if (now === null) return { why: `Версія в package.json (${current}) не схожа на 1.2.3.` }
  const [major, minor, patch] = now
  if (wanted === 'major') return { value: `${major + 1}.0.0` }
  if (wanted === 'minor') return { value: `${major}.${minor + 1}.0` }
  if (wanted === 'patch') return { value: `${major}.${minor}.${patch + 1}` }
  const then = partsOf(wanted)
  if (then === null) return { why: `Невідома версія «${wanted}»: вкажіть patch, minor, major або 1.2.3.` }
  const isLater = then.map((part, index) => part - (now[index] ?? 0)).find((difference) => difference !== 0)
  if (isLater === undefined || isLater < 0) return { why: `Версія ${wanted} не новіша за теперішню ${current}.` }
  return { value: wanted }
}

function partsOf(version: string): [number, number, number] | null {
  const [, major, minor, patch] = exact.exec(version) ?? []
  return major === undefined ? null : [Number(major), Number(minor), Number(patch)]
}

/** The heading under which changes wait for their version; what follows a dash is the release's name. */
const waiting = /^## Не випущено( — .+)?$/m

/** The waiting section gets its version and its day, and an empty one stands above it for what comes next. */
export function planChangelog(text: string, version: string, day: string): Planned<{ text: string; section: string }> {
  const heading = waiting.exec(text)
  if (!heading) return { why: 'У CHANGELOG.md немає розділу «## Не випущено».' }
  const [line, name = ''] = heading
  const after = text.slice(heading.index + line.length)
  const end = after.search(/^## /m)
  const section = (end < 0 ? after : after.slice(0, end)).trim()
  if (!/^- /m.test(section)) return { why: 'Розділ «## Не випущено» в CHANGELOG.md порожній: введіть, що змінилося.' }
  const dated = `## Не випущено\n\n## ${version}${name} (${day})`
  return { value: { text: text.slice(0, heading.index) + dated + after, section } }
}

/** `package.json` or the lockfile with another version of ours; everything else stays letter by letter. */
export function withVersion(text: string, current: string, version: string): string {
  const ours = new RegExp(`("name": "kasyr",\\s+"version": )"${current.replaceAll('.', String.raw`\.`)}"`, 'g')
  return text.replace(ours, `$1"${version}"`)
}
