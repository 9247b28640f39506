import type { Payout } from '#/contract/payouts.ts'
import { pluralize } from '#/contract/plurals.ts'
import { Card } from '../../ui/Card.tsx'
import { formatLongDateTime } from '../../words/format.ts'
import { transfers } from '../../words/money-words.ts'
import { Fact } from '../order-parts/Fact.tsx'
import { OpenBadge } from './OpenBadge.tsx'
import classes from './RegisterPage.module.css'
import { Sums } from './Sums.tsx'

export function RegisterFacts({ payout }: { payout: Payout }) {
  const { payee, account, lines, file_name, imported_at, imported_by } = payout
  return (
    <Card>
      <div className={classes.totals}>
        <Sums sums={payout} />
        <p className={classes.verdict}>
          {pluralize(lines, transfers)}
          <OpenBadge payout={payout} />
        </p>
      </div>
      <dl className={classes.facts}>
        <Fact name="Одержувач коштів">{payee.name}</Fact>
        {account !== null && (
          <Fact name="Рахунок">
            <code className={classes.account}>{account}</code>
          </Fact>
        )}
        <Fact name="Файл">
          <code className={classes.account}>{file_name}</code>
        </Fact>
        <Fact name="Завантажено">
          {imported_by ?? 'З командного рядка'}, <time dateTime={imported_at}>{formatLongDateTime(imported_at)}</time>
        </Fact>
      </dl>
    </Card>
  )
}
