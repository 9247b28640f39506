import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { planChangelog, planVersion, withVersion, type Planned } from './release-plan.ts'

/**
 * `npm run release -- patch|minor|major|1.2.3 [--dry-run]`. Everything is made in a work tree of its own: the commit, the
 * dashboard, the tarball, the list of its packages. Only when all of it is there, the branch moves to the commit and the tag is
 * set; whatever fails before leaves branch, tags and files as they were. `--dry-run` stops there on purpose.
 */
const root = join(import.meta.dirname, '..')
const branch = 'main'

class Refusal extends Error {}

function run(folder: string, command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
}

function planned<Value>(plan: Planned<Value>): Value {
  if ('why' in plan) throw new Refusal(plan.why)
  return plan.value
}

interface Release {
  version: string
  tag: string
  /** The commit it is made of. */
  from: string
  files: Record<string, string>
  /** What changed, as the changelog says it. */
  section: string
}

/** Refuses before anything is made. */
function planRelease(wanted: string): Release {
  const read = (name: string): string => readFileSync(join(root, name), 'utf8')
  const current: string = JSON.parse(read('package.json')).version
  const version = planned(planVersion(current, wanted))
  const tag = `v${version}`
  refuseUnlessReady()
  if (run(root, 'git', 'tag', '--list', tag) !== '') throw new Refusal(`Мітка ${tag} вже є.`)
  const day = new Date().toISOString().slice(0, 10)
  const { text, section } = planned(planChangelog(read('CHANGELOG.md'), version, day))
  return {
    version,
    tag,
    section,
    from: run(root, 'git', 'rev-parse', 'HEAD'),
    files: {
      'CHANGELOG.md': text,
      'package.json': withVersion(read('package.json'), current, version),
      'package-lock.json': withVersion(read('package-lock.json'), current, version),
    },
  }
}

function refuseUnlessReady(): void {
  const here = run(root, 'git', 'branch', '--show-current')
  if (here !== branch) throw new Refusal(`Випускаємо лише з гілки ${branch}, а зараз «${here}».`)
  const changed = run(root, 'git', 'status', '--porcelain')
  if (changed !== '') throw new Refusal(`Є незбережені зміни:\n${changed}`)
}

/** The commit of the release, and beside it everything that people download. */
function makeRelease({ version, from, files }: Release, work: string, out: string): string {
  run(root, 'git', 'worktree', 'add', '--quiet', '--detach', work, from)
  symlinkSync(join(root, 'node_modules'), join(work, 'node_modules'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(work, name), text)
  run(work, 'git', 'commit', '--quiet', '--all', '--message', `Release: ${version}`)
  run(work, 'vite', 'build', 'dashboard', '--logLevel', 'error')
  // The only lockfile that npm takes from a package: without it an installation would pick other versions than were tested.
  copyFileSync(join(work, 'package-lock.json'), join(work, 'npm-shrinkwrap.json'))
  mkdirSync(out)
  run(work, 'npm', 'pack', '--silent', '--pack-destination', out)
  run(work, 'node', 'scripts/sbom.ts', join(out, `kasyr-${version}.cdx.json`))
  const sums = [`kasyr-${version}.tgz`, `kasyr-${version}.cdx.json`].map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(out, name)))
        .digest('hex')}  ${name}\n`,
  )
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''))
  return run(work, 'git', 'rev-parse', 'HEAD')
}

/** The branch moves last: files and a tag are easily taken back, a branch that others have seen is not. */
function publish({ version, tag, from, section }: Release, commit: string, out: string): string {
  refuseUnlessReady()
  if (run(root, 'git', 'rev-parse', 'HEAD') !== from) throw new Refusal('Гілка тим часом змінилася; повторіть.')
  const place = join(root, 'dist', version)
  cpSync(out, place, { recursive: true })
  try {
    run(root, 'git', 'tag', '--annotate', tag, '--message', `Касир ${version}`, '--message', section, commit)
    try {
      run(root, 'git', 'merge', '--quiet', '--ff-only', commit)
    } catch (error) {
      run(root, 'git', 'tag', '--delete', tag)
      throw error
    }
  } catch (error) {
    rmSync(place, { recursive: true })
    throw error
  }
  return place
}

function release(wanted: string, isDry: boolean): void {
  const plan = planRelease(wanted)
  const folder = mkdtempSync(join(tmpdir(), 'kasyr-release-'))
  const [work, out] = [join(folder, 'work'), join(folder, 'out')]
  try {
    const commit = makeRelease(plan, work, out)
    const made = run(out, 'ls', '-lh')
    if (isDry) return console.log(`${made}\nУсе вдалося; через --dry-run нічого не залишено.`)
    const place = publish(plan, commit, out)
    console.log(`${made}\n${plan.tag} готова: ${relative(process.cwd(), place)}. Далі: git push --follow-tags`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    run(root, 'git', 'worktree', 'prune')
  }
}

// A child that is interrupted ends this run as well, but not before everything is put away.
process.on('SIGINT', () => undefined)
const words = process.argv.slice(2)
const [wanted, ...more] = words.filter((word) => word !== '--dry-run')
try {
  if (wanted === undefined || more.length > 0)
    throw new Refusal('npm run release -- patch|minor|major|1.2.3 [--dry-run]')
  release(wanted, words.includes('--dry-run'))
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error)
  process.exitCode = 1
}
