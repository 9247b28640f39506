import { IconTrash } from '@tabler/icons-react'
import { formatMoney, lineSum } from '#/contract/money.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { fieldId, mistakeAt } from '../editing/fields.ts'
import { lineField, type Mistake } from '../draft/find-mistakes.ts'
import classes from './Goods.module.css'
import { toLine, type LineDraft } from '../draft/order-draft.ts'
import { asCell, asRow } from '../../../ui/table-roles.ts'

interface Props {
  line: LineDraft
  /** Counted from one. */
  place: number
  mistakes: readonly Mistake[]
  onChange: (changes: Partial<LineDraft>) => void
  onRemove: () => void
}

const cells = [
  { field: 'name', label: 'Назва', isNumber: false },
  { field: 'code', label: 'Код', isNumber: false },
  { field: 'quantity', label: 'К-сть', isNumber: true },
  { field: 'price', label: 'Ціна', isNumber: true },
  { field: 'discount', label: 'Знижка', isNumber: true },
] as const

export function GoodsRow({ line, place, mistakes, onChange, onRemove }: Props) {
  const goods = toLine(line)
  return (
    <tr {...asRow}>
      {cells.map(({ field, label, isNumber }) => (
        <td {...asCell} key={field} data-label={label} data-field={field}>
          <TextField
            id={fieldId(lineField(line.key, field))}
            aria-label={`${label}, рядок ${place}`}
            size="sm"
            value={line[field]}
            error={mistakeAt(mistakes, lineField(line.key, field))}
            {...(isNumber && { inputMode: 'decimal' as const, inputClassName: classes.number })}
            {...(field === 'discount' && { placeholder: '0' })}
            onChange={(event) => onChange({ [field]: event.currentTarget.value })}
          />
        </td>
      ))}
      <td {...asCell} data-label="Сума" className={classes.figure}>
        <b>{goods === null ? '—' : formatMoney(lineSum(goods))}</b>
      </td>
      <td {...asCell}>
        <IconButton aria-label={`Прибрати рядок ${place}`} onClick={onRemove}>
          <IconTrash size={18} aria-hidden />
        </IconButton>
      </td>
    </tr>
  )
}
