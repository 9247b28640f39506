import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { verifyAudit } from '#/server/audit/verifying/verify-audit.ts'
import { withApp } from '#/server/cli/with-app.ts'
import { readConfig } from '#/server/config.ts'
import { startChild } from '../support/child-service.ts'
import { howOften } from '../support/how-often.ts'
import { seededRandom } from '../support/seeded-random.ts'

const kills = howOften({ usually: 3, long: 30 })

test(`${kills} times kill -9 during writes: every acknowledged row is there, and the next start helps itself`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kasyr-kill-'))
  const random = seededRandom('kill-during-writes')
  const acknowledged: string[] = []
  const origins: string[] = []
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const writer = startChild(['test/faults/write-until-killed.ts'], { KASYR_DATA_DIR: dataDir })
      origins.push((await writer.line(/^ready (\w+)$/))[1] ?? '')
      await expect.poll(() => writer.lines.filter((line) => line.startsWith('stored ')).length).toBeGreaterThan(1)
      await pause(random() * 150) // The moment of the kill is the point of the test.
      // Sometimes the whole machine goes, and the database server is killed with us: the first time, not the second.
      if (kill === 0 || (kill > 1 && random() < 0.3))
        process.kill(
          Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
          'SIGKILL',
        )
      writer.process.kill('SIGKILL')
      expect(await writer.ended).toBe('SIGKILL')
      for (const line of writer.lines) if (line.startsWith('stored ')) acknowledged.push(line.slice('stored '.length))
    }
    const config = { ...readConfig({ KASYR_DATA_DIR: dataDir }, dataDir) }
    await withApp(async (app) => {
      const rows = await app.db.selectFrom('audit_log').select('subject_id').execute()
      const found = new Set(rows.map(({ subject_id }) => subject_id))
      expect(acknowledged.filter((id) => !found.has(id))).toEqual([])
      expect(acknowledged.length).toBeGreaterThan(kills)
      // At most the one row a kill took the acknowledgement of.
      expect(rows.length).toBeLessThanOrEqual(acknowledged.length + kills)
      expect(await verifyAudit(app)).toMatchObject({ ok: true, first_bad: null })
    }, config)
    expect(origins).toContain('adopted')
    expect(origins.slice(1)).toContain('started')
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
