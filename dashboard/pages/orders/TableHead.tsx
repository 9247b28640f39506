import { useEffect, useRef } from 'react'
import classes from './OrderTable.module.css'
import type { SelectionState } from './use-selection.ts'
import { asColumnHead, asRow, asRows } from '../../ui/table-roles.ts'

const columns = [
  ['ttn', 'ТТН, замовлення'],
  ['recipient', 'Одержувач'],
  ['goods', 'Товари'],
  ['money', 'Сума, оплата'],
  ['parcel', 'Посилка'],
  ['receipt', 'Чек'],
  ['time', 'Час, каса'],
] as const

export function TableHead({ selection }: { selection: SelectionState }) {
  const box = useRef<HTMLInputElement>(null)
  const isPartial = selection.count > 0 && !selection.isWholePage
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartial
  }, [isPartial])

  return (
    <thead {...asRows} className={classes.head}>
      <tr {...asRow} aria-rowindex={1}>
        <th {...asColumnHead} scope="col" data-column="choice">
          <label className={classes.choice}>
            <input
              ref={box}
              type="checkbox"
              checked={selection.isWholePage}
              onChange={selection.togglePage}
              aria-label="Вибрати всі завантажені замовлення"
            />
          </label>
        </th>
        {columns.map(([name, label]) => (
          <th key={name} {...asColumnHead} scope="col" data-column={name}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
  )
}
