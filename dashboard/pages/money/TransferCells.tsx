import { IconChecks } from '@tabler/icons-react'
import { formatMoney } from '#/contract/money.ts'
import type { PayoutLine, PayoutSums } from '#/contract/payouts.ts'
import { Badge } from '../../ui/Badge.tsx'
import { asCell } from '../../ui/table-roles.ts'
import { formatDateTime } from '../../words/format.ts'
import classes from './TransfersTable.module.css'

/** The three sums of a transfer, each in its column. */
export const SumCells = ({ sums: { accepted, commission, transferred } }: { sums: PayoutSums }) => (
  <>
    <Sum name="Прийнято" kopiykas={accepted} />
    <Sum name="Комісія" kopiykas={commission} />
    <Sum name="Перераховано" kopiykas={transferred} />
  </>
)

const Sum = ({ name, kopiykas }: { name: string; kopiykas: number }) => (
  <td {...asCell} data-column="money" className="figures">
    <span className={classes.name} aria-hidden>
      {name}
    </span>
    {formatMoney(kopiykas)}
  </td>
)

/** What a person decided of a transfer. */
export const Settled = ({ settled: { reason, by, at } }: { settled: NonNullable<PayoutLine['settled']> }) => (
  <p className={classes.settled}>
    <Badge icon={IconChecks} tone="quiet">
      Вирішено
    </Badge>{' '}
    <span>
      {reason}{' '}
      <span className="soft">
        — {by ?? 'Касир'}, <time dateTime={at}>{formatDateTime(at)}</time>
      </span>
    </span>
  </p>
)
