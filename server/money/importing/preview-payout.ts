import type { PayoutAnswers, PayoutPreview } from '#/contract/payouts.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { retried } from '#/server/platform/database/retried.ts'
import { lockMoney } from '../judging/lock.ts'
import type { ReadPayout } from '../reading/read-payout.ts'
import { shownName, takePayout, type ImportApp } from './import-payout.ts'
import { planImport } from './plan-import.ts'
import { judgedInTurn, readPayoutList, type PayoutFile } from './read-payout-list.ts'

/** What an import would do, found by doing it in a transaction that is rolled back: the same reading, the same judgement. */
export async function previewPayout(app: ImportApp, file: PayoutFile, answers: PayoutAnswers): Promise<PayoutPreview> {
  const read = await readPayoutList(app, file)
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
