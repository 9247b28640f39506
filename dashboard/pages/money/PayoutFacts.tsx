import type { Payout } from '#/contract/payouts.ts'
import { pluralize } from '#/contract/plurals.ts'
import { Card } from '../../ui/Card.tsx'
import { transfers } from '../../words/money-words.ts'
import { FileFacts } from './FileFacts.tsx'
import { OpenBadge } from './OpenBadge.tsx'
import classes from './PayoutPage.module.css'
import { Sums } from './Sums.tsx'

export function PayoutFacts({ payout }: { payout: Payout }) {
  return (
    <Card>
      <div className={classes.totals}>
        <Sums sums={payout} />
        <p className={classes.verdict}>
          {pluralize(payout.lines, transfers)}
          <OpenBadge payout={payout} />
        </p>
      </div>
      <dl className={classes.facts}>
        <FileFacts payout={payout} payee={payout.payee.name} />
      </dl>
    </Card>
  )
}
