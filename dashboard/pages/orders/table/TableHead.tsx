import { useEffect, useRef, type CSSProperties } from 'react'
import { asColumnHead, asRow, asRows } from '../../../ui/table-roles.ts'
import type { SelectionState } from '../model/use-selection.ts'
import type { Column } from './column.ts'
import { columns } from './columns.tsx'
import classes from './OrderTable.module.css'

declare module 'react' {
  interface CSSProperties {
    [name: `--${string}`]: string
  }
}

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
        {columns.map(({ name, head, widths, align }) => (
          <th key={name} {...asColumnHead} scope="col" data-column={name} data-align={align} style={toStyle(widths)}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** Which of them counts, the styles decide: they know the screen. */
const toStyle = (widths: Column['widths']): CSSProperties | undefined =>
  widths && {
    '--usual': `${widths.usual}rem`,
    '--dense': `${widths.dense}rem`,
    '--wide': `${widths.wide}rem`,
    '--wide-dense': `${widths.wideDense}rem`,
  }
