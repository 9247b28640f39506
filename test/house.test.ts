import { describe, expect, test } from 'vitest'
import { createHttp } from '#/server/platform/http/create-http.ts'
import { createLog } from '#/server/platform/log.ts'
import { advisoryLocks } from './house/advisory-locks.ts'
import { otherCrypto } from './house/approved-crypto.ts'
import { circles } from './house/circles.ts'
import {
  jobsNotBoundOnce,
  routesWithoutPermission,
  undocumentedSettings,
  unrecordedAuditActions,
  unusedErrorCodes,
} from './house/completeness.ts'
import { decisionIndexFaults } from './house/decisions.ts'
import { looseDesign } from './house/design-tokens.ts'
import { clockAndChance, environmentReaders } from './house/environment-and-clock.ts'
import { importDirection } from './house/import-direction.ts'
import { brokenLinks } from './house/links.ts'
import { lookAlikes, misplacedUkrainian, riddlingComments } from './house/language.ts'
import { migrationFaults, sqlCodeFaults } from './house/migrations.ts'
import { emptyNames, longFiles, longFunctions, vagueClasses } from './house/naming-and-size.ts'
import { oneLooks } from './house/one-look.ts'
import { secondControls } from './house/one-of-each.ts'
import { lockedAddresses, loosePins } from './house/packages.ts'
import { readmeFaults } from './house/readmes.ts'
import { markupInPages } from './house/pages-without-markup.ts'
import { readTree } from './house/source.ts'
import { bannedWords } from './house/words.ts'
import { workflowFaults } from './house/workflows.ts'
import { edgesWithoutTables, writeOwnership } from './house/write-ownership.ts'

/**
 * The house rules, held against the tree as it is. Each rule lives in `house/` beside a test that plants violations,
 * so that a rule which no longer sees anything does not pass for a house in order.
 */
const tree = readTree()

test('the whole house is looked at', () => {
  const rooms = new Set(tree.map(({ path }) => path.split('/')[0]))
  for (const room of ['contract', 'server', 'dashboard', 'simulators', 'test']) expect(rooms).toContain(room)
})

describe('in this house', () => {
  test.each([
    ['imports point one way, and every folder has its place in the line', importDirection],
    ['no files and no folders import each other in a circle, types included', circles],
    ['only server/config.ts reads the environment', environmentReaders],
    ['time and chance come in through the platform alone', clockAndChance],
    ['every advisory lock has a number of its own, in one table', advisoryLocks],
    ['hashes are SHA-256 or longer and ciphers AES-256-GCM', otherCrypto],
    ['no text is put into a page as HTML', markupInPages],
    ['a table is written only by the file that owns it', writeOwnership],
    ['commands, routes and job definitions touch no table', edgesWithoutTables],
    ['every route names a permission', routesWithoutPermission],
    ['every job is bound exactly once', jobsNotBoundOnce],
    ['every refusal of the catalogue is given by somebody', unusedErrorCodes],
    ['every action of the audit log is recorded by somebody', unrecordedAuditActions],
    ['every setting stands in .env.example', undocumentedSettings],
    ['migrations are numbered without gaps and lead both ways', migrationFaults],
    ['functions and triggers stand in files of SQL, each once', sqlCodeFaults],
    ['names say what is inside, and nothing is a barrel', emptyNames],
    ['classes are named after things', vagueClasses],
    ['no file is longer than 300 lines', longFiles],
    ['no function is longer than 60 lines of its own and 100 in all', longFunctions],
    ['Ukrainian stands only where people read it', misplacedUkrainian],
    ['no Latin letter hides in a Ukrainian word', lookAlikes],
    ['no word stands that people must not meet', bannedWords],
    ['a comment names its actor', riddlingComments],
    ['every package is pinned to one version', loosePins],
    ['the lockfile names no registry', lockedAddresses],
    ['every workflow runs what README or CONTRIBUTING tells, with few rights and pinned actions', workflowFaults],
    ['every decision stands in the index', decisionIndexFaults],
    ['every link of a page leads to a page and a heading that are there', brokenLinks],
    ['both READMEs are short, one in English and one in Ukrainian', readmeFaults],
    ['corners, weights, shadows, layers and steps of space are the design tokens', looseDesign],
    ['there is one button, one badge and one list of choices', secondControls],
    ['a test asks a page until it holds, never once', oneLooks],
  ])('%s', (_sentence, rule) => {
    expect(rule(tree)).toEqual([])
  })
})

describe('the start refuses', () => {
  const http = () =>
    createHttp({
      log: createLog('silent'),
      host: '127.0.0.1',
      public_url: null,
      trusted_proxies: [],
      check_answers: false,
    })

  test('a route of the API without a permission', () => {
    expect(() => http().get('/api/v1/orders', { schema: { summary: 'Замовлення' } }, async () => null)).toThrow(
      'GET /api/v1/orders names no permission',
    )
  })

  test('and takes one that has it', () => {
    const options = { config: { permission: 'public' as const }, schema: { summary: 'Замовлення' } }
    expect(() => http().get('/api/v1/orders', options, async () => null)).not.toThrow()
  })
})
