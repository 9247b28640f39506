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
import { isLongRun } from '../support/how-often.ts'
import { emptyDatabase } from '../support/template-database.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'kasyr-released-'))
const clone = join(folder, 'clone')
const current: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
const version = '99.0.0'
const made = join(clone, 'dist', version)

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', ...args], {
    cwd: clone,
    encoding: 'utf8',
  }).trim()
const identity = { GIT_AUTHOR_NAME: 'Test', GIT_AUTHOR_EMAIL: 'test@localhost' }
const committer = { GIT_COMMITTER_NAME: 'Test', GIT_COMMITTER_EMAIL: 'test@localhost' }
const release = (...words: string[]) =>
  spawnSync('node', ['scripts/release.ts', ...words], {
    cwd: clone,
    encoding: 'utf8',
    env: { ...process.env, ...identity, ...committer },
  })

/** Everything a failed release could have left behind. */
const stateOf = (): string[] => [
  git('rev-parse', 'HEAD'),
  git('branch', '--list'),
  git('tag', '--list'),
  git('status', '--porcelain'),
  git('worktree', 'list'),
  String(existsSync(join(clone, 'dist'))),
]

const notCopied = new Set(['.git', 'node_modules', 'data', 'dist', 'coverage', '.shots', '.env'])

beforeAll(() => {
  cpSync(root, clone, {
    recursive: true,
    filter: (path) =>
      relative(root, path)
        .split('/')
        .every((name) => !notCopied.has(name)),
  })
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
  const changelog = join(clone, 'CHANGELOG.md')
  const [, rest = ''] = readFileSync(changelog, 'utf8').split('## Не випущено')
  writeFileSync(changelog, `# Зміни\n\n## Не випущено — проба\n\n- Одне.${rest}`)
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Everything')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a release is refused, and leaves everything as it was,', () => {
  function expectRefusal(said: RegExp, before: string[], ...words: string[]): void {
    const { status, stderr } = release(...words)
    expect(stderr).toMatch(said)
    expect(status).toBe(1)
    expect(stateOf()).toEqual(before)
  }

  test('without a version, or with one that is not later', () => {
    expectRefusal(/npm run release/, stateOf())
    expectRefusal(/не новіша/, stateOf(), current)
  })

  test('while a file is not committed', () => {
    appendFileSync(join(clone, 'LICENSE'), '\n')
    expectRefusal(/LICENSE/, stateOf(), version)
    git('checkout', '--quiet', 'LICENSE')
    writeFileSync(join(clone, 'left.md'), '')
    expectRefusal(/left\.md/, stateOf(), version)
    rmSync(join(clone, 'left.md'))
  })

  test('on another branch', () => {
    git('checkout', '--quiet', '-b', 'other')
    expectRefusal(/гілки main/, stateOf(), version)
    git('checkout', '--quiet', 'main')
    git('branch', '--quiet', '-D', 'other')
  })

  test('with a tag that is there already', () => {
    git('tag', `v${version}`)
    expectRefusal(/вже є/, stateOf(), version)
    git('tag', '--delete', `v${version}`)
  })

  test('when the dashboard cannot be built, after the commit was made', () => {
    const entry = join(clone, 'dashboard', 'main.tsx')
    appendFileSync(entry, '\nimport "./nothing-there.ts"\n')
    git('commit', '--quiet', '--all', '--message', 'Broken')
    expectRefusal(/nothing-there/, stateOf(), version)
    git('reset', '--quiet', '--hard', 'HEAD~1')
  })
})

describe('a release', () => {
  beforeAll(() => {
    const { status, stderr } = release(version)
    if (status !== 0) throw new Error(stderr)
  })

  test('is one commit on the branch, with a tag, and a clean tree', () => {
    expect(git('log', '--format=%s')).toBe(`Release: ${version}\nEverything`)
    expect(git('rev-parse', `v${version}^{commit}`)).toBe(git('rev-parse', 'HEAD'))
    expect(git('status', '--porcelain')).toBe('')
    expect(git('show', '--name-only', '--format=').split('\n')).toEqual([
      'CHANGELOG.md',
      'package-lock.json',
      'package.json',
    ])
    for (const name of ['package.json', 'package-lock.json'])
      expect(JSON.parse(readFileSync(join(clone, name), 'utf8')).version).toBe(version)
    expect(readFileSync(join(clone, 'CHANGELOG.md'), 'utf8')).toMatch(
      new RegExp(String.raw`## Не випущено\n\n## ${version} — проба \(\d{4}-\d\d-\d\d\)\n\n- Одне`),
    )
    expect(release(version).status, 'a second one').toBe(1)
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
    const needed = ['kasyr', 'server/main.ts', 'server/schema.sql', 'server/migrations/0001_users_and_sessions.ts']
    for (const path of [...needed, 'dashboard/dist/index.html', 'npm-shrinkwrap.json', '.env.example', 'LICENSE'])
      expect(packed).toContain(`package/${path}`)
    expect(packed.filter((path) => /\.test\.ts$|^package\/(test|scripts|simulators|bench|docs)\//.test(path))).toEqual(
      [],
    )
  })
})

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

describe('the package of a release', () => {
  test('starts where it is installed, beside the packages it needs', async () => {
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

  test.runIf(isLongRun)('is installed by npm into an empty folder, and starts there', async () => {
    const app = join(folder, 'empty')
    mkdirSync(app)
    execFileSync('npm', ['install', '--no-audit', '--no-fund', join(made, `kasyr-${version}.tgz`)], { cwd: app })
    await expectServing(app)
  })
})
