import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeTemplate } from '../support/template-database.ts'
import { startTestServer } from '../support/test-server.ts'
import type { Ground } from './world.ts'

/** A PostgreSQL of its own for the worlds of one command. */
export async function openGround(): Promise<Ground & { close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'kasyr-worlds-'))
  const server = await startTestServer(folder)
  const template = await makeTemplate(server.url)
  return {
    server_url: server.url,
    template,
    close: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
