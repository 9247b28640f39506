import type { WithdrawnPayout } from '#/contract/payouts.ts'
import { pluralize } from '#/contract/plurals.ts'
import { Card } from '../../ui/Card.tsx'
import { transfers } from '../../words/money-words.ts'
import { Fact } from '../order-parts/Fact.tsx'
import { Deed } from './Deed.tsx'
import { FileFacts } from './FileFacts.tsx'
import classes from './PayoutPage.module.css'
import { Sums } from './Sums.tsx'

export function WithdrawnFacts({ payout }: { payout: WithdrawnPayout }) {
  const { payee, lines, is_corrected, withdrawn_by, withdrawn_at, reason } = payout
  return (
    <Card>
      <div className={classes.totals}>
        <Sums sums={payout} />
        <p className={classes.verdict}>{pluralize(lines, transfers)}</p>
      </div>
      <dl className={classes.facts}>
        <FileFacts payout={payout} payee={payee} />
        <Fact name={is_corrected ? 'Замінено' : 'Вилучено'}>
          <Deed by={withdrawn_by} at={withdrawn_at} />
        </Fact>
        {!is_corrected && <Fact name="Причина">{reason ?? 'Не названо'}</Fact>}
      </dl>
    </Card>
  )
}
