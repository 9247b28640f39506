import { formatMoney } from '#/contract/money.ts'
import type { PayoutSums } from '#/contract/payouts.ts'
import classes from './Sums.module.css'

/** The three sums of a payout list: what buyers paid, what was kept, what came to the account. */
export const Sums = ({ sums: { accepted, commission, transferred } }: { sums: PayoutSums }) => (
  <dl className={classes.sums}>
    <Sum name="Прийнято" kopiykas={accepted} />
    <Sum name="Комісія" kopiykas={commission} />
    <Sum name="Перераховано" kopiykas={transferred} />
  </dl>
)

const Sum = ({ name, kopiykas }: { name: string; kopiykas: number }) => (
  <div>
    <dt className="soft">{name}</dt>
    <dd className="figures">{formatMoney(kopiykas)}</dd>
  </div>
)
