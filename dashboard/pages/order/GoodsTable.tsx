import { formatMoney, lineSum } from '#/contract/money.ts'
import type { Goods } from '#/contract/orders.ts'
import { formatQuantity } from '../../format.ts'
import classes from './Goods.module.css'

export function GoodsTable({ goods }: { goods: readonly Goods[] }) {
  if (goods.length === 0) return <p className="soft">Товарів немає.</p>
  return (
    <table className={classes.table}>
      <GoodsHead />
      <tbody>
        {goods.map((line, place) => (
          // Lines have no id of their own and never move while they are looked at.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={place}>
            <td data-label="Назва">{line.name}</td>
            <td data-label="Код">{line.code}</td>
            <td data-label="К-сть" className={classes.figure}>
              {formatQuantity(line.quantity)}
            </td>
            <td data-label="Ціна" className={classes.figure}>
              {formatMoney(line.price)}
            </td>
            <td data-label="Знижка" className={classes.figure}>
              {line.discount === 0 ? '—' : `−${formatMoney(line.discount)}`}
            </td>
            <td data-label="Сума" className={classes.figure}>
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
    <thead>
      <tr>
        <th scope="col">Назва</th>
        <th scope="col">Код</th>
        <th scope="col" className={classes.figure}>
          К-сть
        </th>
        <th scope="col" className={classes.figure}>
          Ціна
        </th>
        <th scope="col" className={classes.figure}>
          Знижка
        </th>
        <th scope="col" className={classes.figure}>
          Сума
        </th>
        {withActions && (
          <th scope="col">
            <span className="visually-hidden">Дії</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
