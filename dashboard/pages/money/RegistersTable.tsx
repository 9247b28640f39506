import { Link } from '@tanstack/react-router'
import { formatMoney } from '#/contract/money.ts'
import type { Payout } from '#/contract/payouts.ts'
import { pluralize } from '#/contract/plurals.ts'
import { paths } from '../../addresses/paths.ts'
import { asCell, asColumnHead, asRow, asRowHead, asRows, asTable } from '../../ui/table-roles.ts'
import { formatDateTime, formatDay } from '../../words/format.ts'
import { transfers } from '../../words/money-words.ts'
import { OpenBadge } from './OpenBadge.tsx'
import classes from './RegistersTable.module.css'

const columns = [
  ['register', 'Реєстр'],
  ['payee', 'Одержувач коштів'],
  ['money', 'Прийнято'],
  ['money', 'Комісія'],
  ['money', 'Перераховано'],
  ['state', 'Звірка з чеками'],
  ['imported', 'Завантажено'],
] as const

/** On a narrow screen every register becomes a card, and each sum gets its name. */
export const RegistersTable = ({ payouts }: { payouts: readonly Payout[] }) => (
  <div className={classes.scroller}>
    <table {...asTable} className={classes.table} aria-label="Реєстри переказів">
      <thead {...asRows} className={classes.head}>
        <tr {...asRow}>
          {columns.map(([column, name]) => (
            <th key={name} {...asColumnHead} scope="col" data-column={column}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...asRows}>
        {payouts.map((payout) => (
          <Row key={payout.id} payout={payout} />
        ))}
      </tbody>
    </table>
  </div>
)

function Row({ payout }: { payout: Payout }) {
  const { id, number, day, payee, lines, imported_at, imported_by } = payout
  return (
    <tr {...asRow} className={classes.row}>
      <th {...asRowHead} scope="row" data-column="register">
        <Link to={paths.moneyRegister} params={{ id }} className={classes.link}>
          <time dateTime={day}>{formatDay(day)}</time>
          {', '}
          <span className={`${classes.number} figures`}>№&nbsp;{number}</span>
        </Link>
        <span className={classes.under}>{pluralize(lines, transfers)}</span>
      </th>
      <td {...asCell} data-column="payee">
        {payee.name}
      </td>
      <Sum name="Прийнято" kopiykas={payout.accepted} />
      <Sum name="Комісія" kopiykas={payout.commission} />
      <Sum name="Перераховано" kopiykas={payout.transferred} />
      <td {...asCell} data-column="state">
        <OpenBadge payout={payout} />
      </td>
      <td {...asCell} data-column="imported">
        <span>{imported_by ?? 'З командного рядка'}</span>
        <time className={classes.under} dateTime={imported_at}>
          {formatDateTime(imported_at)}
        </time>
      </td>
    </tr>
  )
}

const Sum = ({ name, kopiykas }: { name: string; kopiykas: number }) => (
  <td {...asCell} data-column="money" data-sum={name === 'Перераховано' || undefined} className="figures">
    <span className={classes.name} aria-hidden>
      {name}
    </span>
    {formatMoney(kopiykas)}
  </td>
)
