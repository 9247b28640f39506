import { existsSync, renameSync } from 'node:fs'
import { checkpointPath } from '../audit/checkpoint.ts'

/**
 * The log will end earlier, and that is no forgery: the point it had come to is kept, but no longer held against it. Done
 * just before the change, so that a crash between the two raises no false alarm; the next seal writes a new one. Gives back
 * the way to undo it.
 */
export function putCheckpointAside(dataDir: string, stamp: string): () => void {
  const path = checkpointPath(dataDir)
  const aside = path.replace(/\.json$/, `.before-${stamp}.json`)
  if (!existsSync(path)) return () => undefined
  renameSync(path, aside)
  return () => renameSync(aside, path)
}
