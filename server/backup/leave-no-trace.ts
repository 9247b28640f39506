import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** All that a restore may make in the data folder, each after the folder it lies in. */
const made = ['', 'keys', 'keys/encryption.keys', 'keys/postgres.password', 'postgres']

/** Remembers what exists already, and returns a function that removes what came since. The embedded server must be stopped by then. */
export function leaveNoTrace(dataDir: string): () => void {
  const absent = made.map((name) => join(dataDir, name)).filter((path) => !existsSync(path))
  return () => {
    for (const path of absent) rmSync(path, { recursive: true, force: true })
  }
}
