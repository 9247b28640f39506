import { setTimeout as pause } from 'node:timers/promises'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { newKey } from '#/server/platform/encryption/keyring.ts'
import { resealSecrets } from './reseal-secrets.ts'
import { countLeft, countUnder, unusedKids } from './rules.ts'
import { ifNoRotationRuns, wasRotatedTo } from './store.ts'
import { surveySecrets, type SecretState } from './survey-secrets.ts'

type Rotating = Pick<App, 'db' | 'clock' | 'audit' | 'encryption_keys'>

export interface Rotation {
  kid: string
  resealed: number
  /** Under the new key now. */
  secrets: number
  /** Still under another key, because another transaction holds their rows. */
  left: number
  unreadable: SecretState[]
  unused: string[]
}

/** `needs_key`: everything is under the first key, and only the operator can add another to the environment. */
export type RotationOutcome = Rotation | 'busy' | 'needs_key'

/** Between two tries on rows that others hold; together as long as the longest transaction may last. */
const pauseMs = 100
const mostPasses = 600

/**
 * Seals every secret anew, with a new key if the last rotation came to its end, otherwise with the key of that one. It may be
 * killed at any moment and started again, beside a running service: each batch is whole, and old keys read until they are forgotten.
 */
export const rotateKeys = (
  app: Rotating,
  actor: Actor,
  tellStart: (kid: string, isNew: boolean) => void,
): Promise<RotationOutcome> =>
  ifNoRotationRuns(app.db, async () => {
    const isOver = await isLastRotationOver(app)
    if (isOver && app.encryption_keys.source === 'environment') return 'needs_key'
    if (isOver && app.encryption_keys.source === 'file')
      app.encryption_keys.replace([newKey(), ...app.encryption_keys.all()])
    const { kid } = app.encryption_keys.writing()
    tellStart(kid, isOver)
    const rotation = await resealAll(app, kid)
    if (rotation.left === 0) await record(app, actor, rotation)
    return rotation
  })

/** A rotation killed between its last batch and its entry has an end to make up for, not another beginning. */
async function isLastRotationOver(app: Rotating): Promise<boolean> {
  const [{ kid }, ...others] = app.encryption_keys.all()
  if (countLeft(await surveySecrets(app), kid) > 0) return false
  return others.length === 0 || (await wasRotatedTo(app.db, kid))
}

/** Again and again, until nothing readable is under another key: a process may have sealed with the old one meanwhile. */
async function resealAll(app: Rotating, kid: string): Promise<Rotation> {
  let resealed = 0
  for (let pass = 1; ; pass += 1) {
    resealed += await resealSecrets(app, kid)
    const states = await surveySecrets(app)
    const left = countLeft(states, kid)
    if (left === 0 || pass === mostPasses) {
      const kids = app.encryption_keys.all().map((key) => key.kid)
      const unreadable = states.filter(({ problem }) => problem !== null)
      return { kid, resealed, secrets: countUnder(states, kid), left, unreadable, unused: unusedKids(kids, states) }
    }
    await pause(pauseMs)
  }
}

const record = (app: Rotating, actor: Actor, { kid, secrets, unreadable, unused }: Rotation): Promise<void> =>
  app.db.transaction().execute((tx) =>
    recordAudit(app, tx, actor, {
      action: 'keys.rotated',
      subject: { type: 'keys', id: kid },
      details: { kid, secrets, unreadable: unreadable.length, unused },
    }),
  )
