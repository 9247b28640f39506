import { describe, expect, test } from 'vitest'
import { findExposures, findOpenEdges, findRoot } from './exposure.ts'

const safe = { host: '127.0.0.1', public_url: null, database_url: null, database_owner_url: null }
const limited = { role: 'kasyr_service', is_owner: false, owner: null, excess: [] }
const settingsOf = (given: Partial<typeof safe> | object) =>
  findOpenEdges({ ...safe, ...given }).map(({ setting }) => setting)

describe('a database on another machine', () => {
  test.each([
    ['postgres://k:p@db.example/kasyr', true],
    ['postgres://k:p@database:5432/kasyr', true],
    ['postgres://k:p@10.0.0.7/kasyr?sslmode=disable', true],
    ['postgres://k:p@10.0.0.7/kasyr?sslmode=prefer', true],
    ['postgres://k:p@127.0.0.1.example/kasyr', true],
    ['postgres://k:p@localhost/kasyr?host=db.example', true],
    ['postgres://k:p@db.example/kasyr?sslmode=require', false],
    ['postgres://k:p@db.example/kasyr?sslmode=verify-full', false],
    ['postgres://k:p@localhost/kasyr', false],
    ['postgres://k:p@127.0.0.2:5433/kasyr', false],
    ['postgres://k:p@[::1]/kasyr', false],
    ['postgres:///kasyr?host=/run/postgresql', false],
    ['postgres://k:p@%2Frun%2Fpostgresql/kasyr', false],
  ])('%s is warned of: %s', (database_url, isWarned) => {
    expect(settingsOf({ database_url })).toEqual(isWarned ? ['DATABASE_URL'] : [])
    expect(settingsOf({ database_owner_url: database_url })).toEqual(isWarned ? ['KASYR_DATABASE_OWNER_URL'] : [])
  })
})

test.each([
  ['0.0.0.0', null, true],
  ['::', 'http://kasyr.example.ua', true],
  ['192.168.0.5', null, true],
  ['0.0.0.0', 'https://kasyr.example.ua', false],
  ['127.0.0.1', null, false],
  ['::1', null, false],
  ['localhost', 'http://localhost:8080', false],
])('a service that listens on %s under %s is warned of: %s', (host, public_url, isWarned) => {
  expect(settingsOf({ host, public_url })).toEqual(isWarned ? ['KASYR_HOST'] : [])
})

describe('the role that serves', () => {
  const superuser = { role: 'kasyr', superuser: true, createrole: true, owner: true }
  const external = { ...safe, database_url: 'postgres://kasyr@localhost/kasyr' }
  const levelsOf = (config: typeof safe | typeof external, serving: Parameters<typeof findExposures>[1]) =>
    findExposures(config, serving, 1000).map(({ level }) => level)

  test('limited, is nothing to tell of', () => {
    expect(findExposures(external, limited, 1000)).toEqual([])
  })

  test('the owner or wider than it should be, is a fault', () => {
    expect(levelsOf(external, { ...limited, is_owner: true, owner: superuser })).toEqual(['fault'])
    expect(levelsOf(external, { ...limited, excess: ['SUPERUSER'] })).toEqual(['fault'])
  })

  test('limited beside a superuser in DATABASE_URL, is advice; of our own embedded server, nothing', () => {
    expect(levelsOf(external, { ...limited, owner: superuser })).toEqual(['advice'])
    expect(levelsOf(safe, { ...limited, owner: superuser })).toEqual([])
  })

  test('a name with a quote in it stays one name in the SQL that is told', () => {
    const [told] = findExposures(external, { ...limited, role: 'a"b', is_owner: true }, 1000)
    expect(told?.remedy).toContain('CREATE ROLE "a""b_service"')
  })
})

describe('a service that runs as', () => {
  test('root is told of once, with the way out', () => {
    const told = findExposures(safe, limited, 0)
    expect(told.map(({ setting, level }) => [setting, level])).toEqual([['root', 'warning']])
    expect(told[0]?.remedy).toContain('ops/kasyr.service')
  })

  test.each([1000, 65_534, undefined])('%s is as it should be', (uid) => {
    expect(findRoot(uid)).toEqual([])
  })
})
