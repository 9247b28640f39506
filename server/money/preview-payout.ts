import type { PayoutAnswers, PayoutPreview } from '#/contract/payouts.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { retried } from '#/server/platform/database/retried.ts'
import { shownName, takePayout, type ImportApp } from './import-payout.ts'
import { planImport } from './plan-import.ts'
import { judgedInTurn, readRegister, type PayoutFile } from './read-register.ts'
import type { ReadPayout } from './reading/read-payout.ts'
import { lockMoney } from './store.ts'

/**
 * What an import would do, found out by doing it and undoing it: the same reading, the same judgement, and nothing stays. So what a
 * person sees before is what stands there after.
 */
export async function previewPayout(app: ImportApp, file: PayoutFile, answers: PayoutAnswers): Promise<PayoutPreview> {
  const read = await readRegister(app, file)
  return judgedInTurn(app.clock, () =>
    retried(async () => {
      const tx = await app.db.startTransaction().execute()
      try {
        return await tryOut(app, tx, { file, read, answers })
      } finally {
        await tx.rollback().execute()
      }
    }),
  )
}

async function tryOut(
  app: ImportApp,
  tx: Tx,
  { file, read, answers }: { file: PayoutFile; read: ReadPayout; answers: PayoutAnswers },
): Promise<PayoutPreview> {
  await lockMoney(tx)
  const plan = await planImport(tx, read, answers)
  const isSame = plan.outcome === 'same' && plan.existing !== null
  const taken = isSame && plan.existing ? plan.existing : await takePayout(app, tx, theSystem, { file, read, plan })
  const payee = plan.payee?.kind === 'known' ? plan.payee.payee : null
  return {
    outcome: plan.outcome,
    file_name: shownName(file.name),
    form: read.form,
    number: plan.asks.includes('number') ? null : plan.number,
    day: plan.asks.includes('day') ? null : plan.day,
    account: read.account,
    payee_name: read.payee_name,
    payee: payee && { id: payee.id, name: payee.name },
    asks: plan.asks,
    ...plan.sums,
    lines: taken.lines,
    states: taken.states,
    notes: plan.notes,
    correction: plan.existing && plan.changes && { register: plan.existing, ...plan.changes },
  }
}
