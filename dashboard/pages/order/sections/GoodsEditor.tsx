import { IconPlus } from '@tabler/icons-react'
import { Button } from '../../../ui/Button.tsx'
import type { LineDraft } from '../draft/order-draft.ts'
import { emptyLine } from '../draft/order-draft.ts'
import { lineField } from '../draft/find-mistakes.ts'
import { fieldId, focusField, mistakeAt } from '../editing/fields.ts'
import classes from './Goods.module.css'
import { GoodsHead } from './GoodsTable.tsx'
import { GoodsRow } from './GoodsRow.tsx'
import type { OrderEditing } from '../editing/use-order-editing.ts'
import { asRows, asTable } from '../../../ui/table-roles.ts'

/** The goods as fields; the sum of a line follows every key. */
export function GoodsEditor({ editing: { state, change } }: { editing: OrderEditing }) {
  if (state === null) return null
  const { lines } = state.draft
  const missing = mistakeAt(state.mistakes, 'lines')

  const put = (key: number, changes: Partial<LineDraft>) =>
    change({ lines: lines.map((line) => (line.key === key ? { ...line, ...changes } : line)) })

  const add = () => {
    const line = emptyLine(lines)
    change({ lines: [...lines, line] })
    requestAnimationFrame(() => focusField(lineField(line.key, 'name')))
  }

  const remove = (key: number) => {
    const place = lines.findIndex((line) => line.key === key)
    const rest = lines.filter((line) => line.key !== key)
    change({ lines: rest })
    // The button that was pressed is gone.
    const near = rest[Math.min(place, rest.length - 1)]
    requestAnimationFrame(() => focusField(near === undefined ? 'lines' : lineField(near.key, 'name')))
  }

  return (
    <>
      {lines.length > 0 && (
        <table {...asTable} className={classes.table} data-editing>
          <GoodsHead withActions />
          <tbody {...asRows}>
            {lines.map((line, place) => (
              <GoodsRow
                key={line.key}
                line={line}
                place={place + 1}
                mistakes={state.mistakes}
                onChange={(changes) => put(line.key, changes)}
                onRemove={() => remove(line.key)}
              />
            ))}
          </tbody>
        </table>
      )}
      {missing !== undefined && <p className={classes.mistake}>{missing}</p>}
      <Button
        id={fieldId('lines')}
        className={classes.add}
        variant="default"
        size="compact-sm"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={add}
      >
        Додати товар
      </Button>
    </>
  )
}
