import { formatMoney, lineSum } from '#/contract/money.ts'
import type { Goods } from '#/contract/orders.ts'
import { formatQuantity } from '../../../words/format.ts'
import classes from './Goods.module.css'
import { asCell, asColumnHead, asRow, asRows, asTable } from '../../../ui/table-roles.ts'

export function GoodsTable({ goods }: { goods: readonly Goods[] }) {
  if (goods.length === 0) return <p className="soft">Товарів немає.</p>
  return (
    <table {...asTable} className={classes.table}>
      <GoodsHead />
      <tbody {...asRows}>
        {goods.map((line, place) => (
          // Lines have no id of their own and never move while they are shown.
          // oxlint-disable-next-line react/no-array-index-key
          <tr {...asRow} key={place}>
            <td {...asCell} data-label="Назва">
              {line.name}
            </td>
            <td {...asCell} data-label="Код">
              {line.code}
            </td>
            <td {...asCell} data-label="К-сть" className={classes.figure}>
              {formatQuantity(line.quantity)}
            </td>
            <td {...asCell} data-label="Ціна" className={classes.figure}>
              {formatMoney(line.price)}
            </td>
            <td {...asCell} data-label="Знижка" className={classes.figure}>
              {line.discount === 0 ? '—' : `−${formatMoney(line.discount)}`}
            </td>
            <td {...asCell} data-label="Сума" className={classes.figure}>
              <b>{formatMoney(lineSum(line))}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function GoodsHead({ withActions = false }: { withActions?: boolean }) {
  return (
    <thead {...asRows}>
      <tr {...asRow}>
        <th {...asColumnHead} scope="col">
          Назва
        </th>
        <th {...asColumnHead} scope="col">
          Код
        </th>
        <th {...asColumnHead} scope="col" className={classes.figure}>
          К-сть
        </th>
        <th {...asColumnHead} scope="col" className={classes.figure}>
          Ціна
        </th>
        <th {...asColumnHead} scope="col" className={classes.figure}>
          Знижка
        </th>
        <th {...asColumnHead} scope="col" className={classes.figure}>
          Сума
        </th>
        {withActions && (
          <th {...asColumnHead} scope="col">
            <span className="visually-hidden">Дії</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
