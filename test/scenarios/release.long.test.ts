import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { freePort } from '#/server/platform/database/embedded/cluster.ts'
import { noteSecret } from '../support/evidence.ts'
import { emptyDatabase } from '../support/template-database.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'kasyr-released-'))
const current: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
const version = '99.0.0'
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const person = { NAME: 'Test', EMAIL: 'test@localhost' }
const identity = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((as) => Object.entries(person).map(([what, value]) => [`GIT_${as}_${what}`, value])),
)
const notCopied = new Set(['.git', 'node_modules', 'data', 'dist', 'coverage', '.shots', '.env'])

/** The tree as it is, in a repository of its own on the branch main, with one change that waits for its release. */
function makeClone(name: string) {
  const path = join(folder, name)
  const isCopied = (from: string): boolean =>
    relative(root, from)
      .split('/')
      .every((part) => !notCopied.has(part))
  const options = { cwd: path, encoding: 'utf8', env: { ...process.env, ...identity } } as const
  const git = (...args: string[]): string => execFileSync('git', args, options).trim()
  cpSync(root, path, { recursive: true, filter: isCopied })
  symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'))
  writeFileSync(join(path, 'CHANGELOG.md'), '# Зміни\n\n## Не випущено — проба\n\n- Одне.\n')
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Everything')
  return {
    path,
    git,
    release: (...words: string[]) => spawnSync('node', ['scripts/release.ts', ...words], options),
    /** Everything a failed release could have left behind. */
    state: (): string[] => [
      git('rev-parse', 'HEAD'),
      git('branch', '--list'),
      git('tag', '--list'),
      git('status', '--porcelain'),
      git('worktree', 'list'),
      String(existsSync(join(path, 'dist'))),
    ],
  }
}
type Clone = ReturnType<typeof makeClone>

/** `npx kasyr serve` in a folder where the package is installed, until it answers. */
async function expectServing(app: string): Promise<void> {
  const port = await freePort()
  const child = spawn(join(app, 'node_modules', '.bin', 'kasyr'), ['serve'], {
    cwd: app,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      DATABASE_URL: await emptyDatabase(inject('server_url'), inject('template')),
      KASYR_DATA_DIR: join(app, 'data'),
      KASYR_PORT: String(port),
    },
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      said.push(text.toString())
      const password = /пароль: +(\S+)/.exec(text.toString())?.[1]
      if (password !== undefined) noteSecret(password)
    })
  const ended = once(child, 'close')
  try {
    await expect.poll(() => said.join(''), { message: 'what the service says' }).toContain('Касир готовий')
    const address = `http://127.0.0.1:${port}`
    const page = await (await fetch(`${address}/`, { headers: { accept: 'text/html' } })).text()
    const script = await fetch(address + (/src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '/no-script-on-the-page'))
    expect(script.status).toBe(200)
    expect(said.join('')).not.toMatch(/warning/i)
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

describe('a release is refused, and leaves everything as it was,', () => {
  let clone: Clone
  beforeAll(() => {
    clone = makeClone('refused')
  })

  function expectRefusal(said: RegExp, before: string[], ...words: string[]): void {
    const { status, stderr } = clone.release(...words)
    expect(stderr).toMatch(said)
    expect(status).toBe(1)
    expect(clone.state()).toEqual(before)
  }

  test('without a version, or with one that is not later', () => {
    expectRefusal(/npm run release/, clone.state())
    expectRefusal(/не новіша/, clone.state(), current)
  })

  test('while a file is not committed', () => {
    appendFileSync(join(clone.path, 'LICENSE'), '\n')
    expectRefusal(/LICENSE/, clone.state(), version)
    clone.git('checkout', '--quiet', 'LICENSE')
    writeFileSync(join(clone.path, 'left.md'), '')
    expectRefusal(/left\.md/, clone.state(), version)
    rmSync(join(clone.path, 'left.md'))
  })

  test('on another branch', () => {
    clone.git('checkout', '--quiet', '-b', 'other')
    expectRefusal(/гілки main/, clone.state(), version)
    clone.git('checkout', '--quiet', 'main')
    clone.git('branch', '--quiet', '-D', 'other')
  })

  test('with a tag that is there already', () => {
    clone.git('tag', `v${version}`)
    expectRefusal(/вже є/, clone.state(), version)
    clone.git('tag', '--delete', `v${version}`)
  })

  test('when the dashboard cannot be built, after the commit was made', () => {
    const entry = join(clone.path, 'dashboard', 'main.tsx')
    appendFileSync(entry, '\nimport "./nothing-there.ts"\n')
    clone.git('commit', '--quiet', '--all', '--message', 'Broken')
    expectRefusal(/nothing-there/, clone.state(), version)
    clone.git('reset', '--quiet', '--hard', 'HEAD~1')
  })
})

describe('a release', () => {
  let clone: Clone
  let made: string
  beforeAll(() => {
    clone = makeClone('released')
    made = join(clone.path, 'dist', version)
    const { status, stderr } = clone.release(version)
    if (status !== 0) throw new Error(stderr)
  })

  test('is one commit on the branch, with a tag, and a clean tree', () => {
    expect(clone.git('log', '--format=%s')).toBe(`Release: ${version}\nEverything`)
    expect(clone.git('rev-parse', `v${version}^{commit}`)).toBe(clone.git('rev-parse', 'HEAD'))
    expect(clone.git('status', '--porcelain')).toBe('')
    expect(clone.git('show', '--name-only', '--format=').split('\n')).toEqual([
      'CHANGELOG.md',
      'package-lock.json',
      'package.json',
    ])
    for (const name of ['package.json', 'package-lock.json'])
      expect(JSON.parse(readFileSync(join(clone.path, name), 'utf8')).version).toBe(version)
    expect(readFileSync(join(clone.path, 'CHANGELOG.md'), 'utf8')).toMatch(
      new RegExp(String.raw`## Не випущено\n\n## ${version} — проба \(\d{4}-\d\d-\d\d\)\n\n- Одне`),
    )
    expect(clone.release(version).status, 'a second one').toBe(1)
  })

  test('brings the package, the list of what it consists of, and their checksums', () => {
    expect(readdirSync(made)).toEqual(['SHA256SUMS', `kasyr-${version}.cdx.json`, `kasyr-${version}.tgz`])
    for (const line of readFileSync(join(made, 'SHA256SUMS'), 'utf8').trim().split('\n')) {
      const [sum = '', name = ''] = line.split('  ')
      expect(
        createHash('sha256')
          .update(readFileSync(join(made, name)))
          .digest('hex'),
      ).toBe(sum)
    }
    const bom = JSON.parse(readFileSync(join(made, `kasyr-${version}.cdx.json`), 'utf8'))
    expect(bom.metadata.component).toMatchObject({ name: 'kasyr', version })
    const names = bom.components.map(({ name }: { name: string }) => name)
    expect(names).toContain('fastify')
    expect(names).not.toContain('vitest')
  })

  test('has in its package what the service needs, and neither tests nor tools', () => {
    const packed = execFileSync('tar', ['tzf', join(made, `kasyr-${version}.tgz`)], { encoding: 'utf8' }).split('\n')
    const needed = [
      'kasyr',
      'server/main.ts',
      'server/schema.sql',
      'server/migrations/0001_users_and_sessions.ts',
      'server/orders/sql/order-bodies.sql',
    ]
    for (const path of [...needed, 'dashboard/dist/index.html', 'npm-shrinkwrap.json', '.env.example', 'LICENSE'])
      expect(packed).toContain(`package/${path}`)
    for (const path of ['README.md', 'README.uk.md', 'docs/operating.md', 'ops/kasyr.service'])
      expect(packed).toContain(`package/${path}`)
    const isForDevelopers = /\.test\.ts$|^package\/(test|scripts|simulators|bench|docs)\/(?!(operating|security)\.md$)/
    expect(packed.filter((path) => isForDevelopers.test(path))).toEqual([])
  })

  test('has a package that starts where it is installed, beside the packages it needs', async () => {
    const app = join(folder, 'app')
    const modules = join(app, 'node_modules')
    mkdirSync(join(modules, 'kasyr'), { recursive: true })
    execFileSync('tar', ['xzf', join(made, `kasyr-${version}.tgz`), '-C', join(modules, 'kasyr'), '--strip=1'])
    for (const name of readdirSync(join(root, 'node_modules')).filter((name) => !name.startsWith('.')))
      symlinkSync(join(root, 'node_modules', name), join(modules, name))
    mkdirSync(join(modules, '.bin'))
    symlinkSync(join(root, 'node_modules', '.bin', 'node'), join(modules, '.bin', 'node'))
    symlinkSync('../kasyr/kasyr', join(modules, '.bin', 'kasyr'))
    await expectServing(app)
  })

  test('has a package that npm installs into an empty folder, where it starts', async () => {
    const app = join(folder, 'empty')
    mkdirSync(app)
    execFileSync('npm', ['install', '--no-audit', '--no-fund', join(made, `kasyr-${version}.tgz`)], { cwd: app })
    await expectServing(app)
  })
})
