import { Link } from '@tanstack/react-router'
import { formatMoney } from '#/contract/money.ts'
import type { WithdrawnPayout } from '#/contract/payouts.ts'
import { pluralize } from '#/contract/plurals.ts'
import { paths } from '../../addresses/paths.ts'
import { asCell, asColumnHead, asRow, asRowHead, asRows, asTable } from '../../ui/table-roles.ts'
import { formatDateTime, formatDay } from '../../words/format.ts'
import { transfers } from '../../words/money-words.ts'
import classes from './RegistersTable.module.css'

const columns = [
  ['register', 'Реєстр'],
  ['payee', 'Одержувач коштів'],
  ['money', 'Перераховано'],
  ['fate', 'Що з ним сталося'],
] as const

/** On a narrow screen every register becomes a card, as those that count do. */
export const WithdrawnTable = ({ payouts }: { payouts: readonly WithdrawnPayout[] }) => (
  <div className={classes.scroller}>
    <table {...asTable} className={classes.table} aria-label="Вилучені реєстри">
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

function Row({ payout }: { payout: WithdrawnPayout }) {
  const { id, number, day, payee, lines, transferred } = payout
  return (
    <tr {...asRow} className={classes.row}>
      <th {...asRowHead} scope="row" data-column="register">
        <Link to={paths.moneyWithdrawn} params={{ id }} className={classes.link}>
          <time dateTime={day}>{formatDay(day)}</time>
          {', '}
          <span className={`${classes.number} figures`}>№&nbsp;{number}</span>
        </Link>
        <span className={classes.under}>{pluralize(lines, transfers)}</span>
      </th>
      <td {...asCell} data-column="payee">
        {payee}
      </td>
      <td {...asCell} data-column="money" className="figures">
        <span className={classes.name} aria-hidden>
          Перераховано
        </span>
        {formatMoney(transferred)}
      </td>
      <td {...asCell} data-column="fate">
        <Fate payout={payout} />
      </td>
    </tr>
  )
}

const Fate = ({ payout: { is_corrected, reason, withdrawn_by, withdrawn_at } }: { payout: WithdrawnPayout }) => (
  <>
    {is_corrected ? 'Замінено новим файлом' : 'Вилучено'}
    {reason !== null && `: «${reason}»`}
    <span className={classes.under}>
      {withdrawn_by ?? 'З командного рядка'}, <time dateTime={withdrawn_at}>{formatDateTime(withdrawn_at)}</time>
    </span>
  </>
)
