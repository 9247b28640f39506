import type { App } from '#/server/app.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { isAccepted, listAcceptances, type Acceptance } from '../chain/acceptances.ts'
import { addBreak, other, type Break } from '../chain/breaks.ts'
import { genesis, type Point } from '../chain/seal.ts'
import { walkChain } from '../chain/walk-chain.ts'
import { checkPoints, type Kept } from '../checkpoints/keep-checkpoint.ts'

export type AuditApp = Pick<App, 'db' | 'clock' | 'audit' | 'config' | 'log'>

export interface Examined {
  /** Breaks that are not accepted. */
  found: Break[]
  end: Point
  acceptances: Acceptance[]
}

/** Compares the keys, the checkpoint and the chain. `from`: the place up to which the chain is known to be whole. */
export async function examineChain(
  { audit }: Pick<AuditApp, 'audit'>,
  db: Db | Tx,
  { point, problem }: Kept,
  { from = genesis, signal }: { from?: Point; signal?: AbortSignal | undefined } = {},
): Promise<Examined> {
  const found: Break[] = []
  if (!(await audit.refreshKeys(db))) found.push(other('ключ журналу вилучено або підмінено'))
  if (problem !== null) found.push(other(problem))
  const acceptances = await listAcceptances(db, audit.keys)
  const isOpen = (one: Break) => !isAccepted(acceptances, one)
  const end = await walkChain(db, audit.keys, from, (one) => isOpen(one) && addBreak(found, one), signal)
  if (point !== null) await checkPoints(db, [point], found)
  return { found: found.filter(isOpen), end, acceptances }
}
