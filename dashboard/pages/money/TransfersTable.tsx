import type { PayoutLine } from '#/contract/payouts.ts'
import { may } from '#/contract/permissions.ts'
import { useUser } from '../../api/user.ts'
import { asColumnHead, asRow, asRows, asTable } from '../../ui/table-roles.ts'
import { TransferRow } from './TransferRow.tsx'
import classes from './TransfersTable.module.css'

const columns = [
  ['position', '№'],
  ['ttn', 'ТТН, замовлення'],
  ['money', 'Прийнято'],
  ['money', 'Комісія'],
  ['money', 'Перераховано'],
  ['receipt', 'Чек'],
  ['state', 'Стан'],
] as const

interface Props {
  lines: readonly PayoutLine[]
  onSettle: (line: PayoutLine) => void
}

/** On a narrow screen every transfer becomes a card, and each sum gets its name. */
export function TransfersTable({ lines, onSettle }: Props) {
  const maySettle = may(useUser().role, 'money.settle')
  return (
    <table {...asTable} className={classes.table} aria-label="Перекази">
      <thead {...asRows} className={classes.head}>
        <tr {...asRow}>
          {columns.map(([column, name]) => (
            <th key={name} {...asColumnHead} scope="col" data-column={column}>
              {name}
            </th>
          ))}
          {maySettle && (
            <th {...asColumnHead} scope="col" data-column="deed">
              <span className="visually-hidden">Що зробити</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody {...asRows}>
        {lines.map((line) => (
          <TransferRow key={line.id} line={line} onSettle={maySettle ? onSettle : null} />
        ))}
      </tbody>
    </table>
  )
}
