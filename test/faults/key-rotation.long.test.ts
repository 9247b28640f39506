import { mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '#/server/platform/database/database.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { keysOfFile } from '#/server/platform/encryption/encryption-keys.ts'
import { loadOrCreateKeyring, parseKeyring } from '#/server/platform/encryption/keyring.ts'
import { createLog } from '#/server/platform/log.ts'
import { startChild, type Child } from '../support/child-service.ts'
import { noteSecret } from '../support/evidence.ts'
import { howOften } from '../support/how-often.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { copyTemplate } from '../support/template-database.ts'
import { adminPassword } from '../support/test-app.ts'
import { addRegisters, readRevisions } from './sealed-registers.ts'

const kills = howOften({ usually: 3, long: 20 })
const registers = 400

test(`a rotation killed ${kills} times while cashiers save secrets leaves none unreadable, and the old keys can go`, async () => {
  const random = seededRandom('key-rotation')
  const { db, path, run } = await prepare()
  await addRegisters(db, keysOfFile(path), registers)
  const [first] = loadOrCreateKeyring(path)
  expect(await run('server/main.ts', 'keys', 'list').ended).toBe(0) // Fills the cache of compiled code for the rest.
  const service = run('test/faults/write-secrets-until-killed.ts')
  await service.line(/^ready$/)

  let killedInTheMiddle = 0
  let isMixed = false
  while (killedInTheMiddle < kills) {
    const rotation = run('server/main.ts', 'keys', 'rotate')
    const [, beginning] = await rotation.line(/^(Створено новий|Продовжуємо перешифрування)/)
    // One that has nothing left but its end comes to it; the next begins anew.
    if (beginning === 'Створено новий' || isMixed) {
      await pause(random() * 100) // The moment of the kill is the point of the test.
      rotation.process.kill('SIGKILL')
    }
    const ended = await rotation.ended
    isMixed = (await countKeysInUse(db)) > 1
    if (ended === 'SIGKILL' && isMixed) killedInTheMiddle += 1
  }

  const last = run('server/main.ts', 'keys', 'rotate')
  expect(await last.ended, last.lines.join('\n')).toBe(0)
  await makeOlder(service, path)
  const forgetting = run('server/main.ts', 'keys', 'forget')
  expect(await forgetting.ended, forgetting.lines.join('\n')).toBe(0)

  const kept = loadOrCreateKeyring(path)
  expect(kept).toHaveLength(1)
  expect(kept[0].kid).not.toBe(first.kid)
  // The service, started before all this, still writes and reads.
  const before = service.lines.length
  await expect.poll(() => service.lines.length).toBeGreaterThan(before + 100)
  expect(service.lines.filter((line) => !/^(ready$|stored )|"setting":"root"/.test(line))).toEqual([])
  service.process.kill('SIGKILL')
  await service.ended

  const revisions = await readRevisions(db, keysOfFile(path))
  expect(revisions.size).toBe(registers * 3)
  const lost = [...acknowledgedBy(service)].filter(([place, revision]) => (revisions.get(place) ?? -1) < revision)
  expect(lost).toEqual([])
  expect(await countKeysInUse(db)).toBe(1)
})

async function prepare() {
  const folder = mkdtempSync(join(tmpdir(), 'kasyr-rotation-'))
  const path = join(folder, 'keys', 'encryption.keys')
  const database_url = await copyTemplate(inject('server_url'), inject('template'))
  const database = await openDatabase({ database_url, data_dir: folder, claim: 'own', log: createLog('silent') })
  const environment = {
    DATABASE_URL: database_url,
    KASYR_DATA_DIR: folder,
    KASYR_PORT: '0',
    KASYR_LOG_LEVEL: 'warn',
    KASYR_ADMIN_PASSWORD: adminPassword,
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  }
  const children: Child[] = []
  onTestFinished(async () => {
    for (const child of children) child.process.kill('SIGKILL')
    await Promise.all(children.map((child) => child.ended))
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const run = (...args: string[]): Child => {
    const child = startChild(args, environment)
    children.push(child)
    return child
  }
  return { db: database.db, path, run }
}

async function countKeysInUse(db: Db): Promise<number> {
  const { rows } = await sql<{ kids: number }>`
    select count(distinct split_part(envelope, '.', 2))::int as kids
    from cash_registers, unnest(array[license_key, pin, carrier_key]) as envelope`.execute(db)
  return rows[0]?.kids ?? 0
}

/** As if the keys had changed an hour ago: whatever was sealed before is stored once every cashier has saved twice more. */
async function makeOlder(service: Child, path: string): Promise<void> {
  const keyring = parseKeyring(readFileSync(path, 'utf8').trim())
  if ('problem' in keyring) throw new Error(keyring.problem)
  for (const { secret } of keyring) noteSecret(secret.toString('base64'))
  const before = service.lines.length
  await expect.poll(() => service.lines.length).toBeGreaterThan(before + 30)
  const anHourAgo = new Date(Date.now() - 3_600_000)
  utimesSync(path, anHourAgo, anHourAgo)
}

/** The newest change of each secret the service was told is stored. */
function acknowledgedBy(service: Child): Map<string, number> {
  const stored = service.lines.flatMap((line) => {
    const [, place, revision] = /^stored (\S+ \S+) (\d+)$/.exec(line) ?? []
    return place === undefined ? [] : [[place, Number(revision)] as const]
  })
  return new Map(stored)
}
