import { IconPlus, IconTrash } from '@tabler/icons-react'
import { formatMoney, lineSum } from '#/contract/money.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Table, type Column } from '../../../ui/Table.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { lineField, type Mistake } from '../draft/find-mistakes.ts'
import { emptyLine, toLine, type LineDraft } from '../draft/order-draft.ts'
import { fieldId, focusField, mistakeAt } from '../editing/fields.ts'
import type { OrderEditing } from '../editing/use-order-editing.ts'
import classes from './Goods.module.css'

/** A line of goods as it is typed, and what can be done with it. */
interface Row {
  line: LineDraft
  /** Counted from one. */
  place: number
  mistakes: readonly Mistake[]
  onChange: (changes: Partial<LineDraft>) => void
  onRemove: () => void
}

type Field = 'name' | 'code' | 'quantity' | 'price' | 'discount'

const typed = (field: Field, head: string, isNumber: boolean, width?: string): Column<Row> => ({
  ...{ key: field, head, width, isNumber },
  cell: ({ line, place, mistakes, onChange }) => (
    <TextField
      id={fieldId(lineField(line.key, field))}
      aria-label={`${head}, рядок ${place}`}
      size="sm"
      value={line[field]}
      error={mistakeAt(mistakes, lineField(line.key, field))}
      {...(isNumber && { inputMode: 'decimal' as const, inputClassName: classes.number })}
      {...(field === 'discount' && { placeholder: '0' })}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
    />
  ),
})

const columns: readonly Column<Row>[] = [
  { ...typed('name', 'Назва', false), card: 'line' },
  typed('code', 'Код', false, '6.75rem'),
  typed('quantity', 'К-сть', true, '4.25rem'),
  typed('price', 'Ціна', true, '5.75rem'),
  typed('discount', 'Знижка', true, '5.75rem'),
  {
    key: 'sum',
    head: 'Сума',
    isNumber: true,
    isStrong: true,
    cell: ({ line }) => {
      const goods = toLine(line)
      return goods === null ? '—' : formatMoney(lineSum(goods))
    },
  },
  {
    key: 'remove',
    head: 'Дії',
    isDeed: true,
    cell: ({ place, onRemove }) => (
      <IconButton aria-label={`Прибрати рядок ${place}`} onClick={onRemove}>
        <IconTrash size={18} aria-hidden />
      </IconButton>
    ),
  },
]

/** The goods as fields; the sum of a line follows every key. */
export function GoodsEditor({ editing: { state, change } }: { editing: OrderEditing }) {
  if (state === null) return null
  const { mistakes } = state
  const { lines } = state.draft
  const missing = mistakeAt(mistakes, 'lines')

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

  const rows = lines.map((line, place): Row => {
    return {
      ...{ line, mistakes, place: place + 1 },
      onChange: (changes) => put(line.key, changes),
      onRemove: () => remove(line.key),
    }
  })
  return (
    <>
      {lines.length > 0 && (
        <div className={classes.editor}>
          <Table name="Товари" place="inner" columns={columns} rows={rows} keyOf={({ line }) => line.key} />
        </div>
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
