import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#/server/config.ts'
import { startService } from '#/server/service.ts'

/** Holds the description of the API, as the running service gives it, against the rules of OpenAPI 3.1. */
const folder = mkdtempSync(join(tmpdir(), 'kasyr-openapi-'))
const file = join(folder, 'openapi.json')
const config = readConfig({ KASYR_DATA_DIR: folder, KASYR_PORT: '0', KASYR_LOG_LEVEL: 'silent' }, folder)
const service = await startService(config, { web: true, worker: false })
try {
  const answer = await fetch(`${service.local_url}/api/openapi.json`)
  writeFileSync(file, JSON.stringify(await answer.json(), null, 2))
  // The health checks have no refusals of their own.
  const { status, stdout, stderr } = spawnSync('redocly', ['lint', file, '--skip-rule=operation-4xx-response'], {
    encoding: 'utf8',
  })
  if (status !== 0) process.stdout.write(stdout + stderr)
  process.exitCode = status ?? 1
} finally {
  await service.close()
  rmSync(folder, { recursive: true })
}
