import { IconX } from '@tabler/icons-react'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { toChips, type FilterName } from '../model/filter-chips.ts'
import classes from './Toolbar.module.css'
import type { OrderView } from '../../../addresses/order-view.ts'

interface Props {
  view: OrderView
  registers: readonly { id: string; name: string }[] | undefined
  onRemove: (name: FilterName) => void
  onRemoveAll: () => void
}

export function FilterChips({ view, registers, onRemove, onRemoveAll }: Props) {
  const chips = toChips(view, registers)
  if (chips.length === 0) return null
  return (
    <ul className={classes.chips} aria-label="Застосовані фільтри">
      {chips.map(({ name, label }) => (
        <li key={name} className={classes.chip}>
          {label}
          <IconButton aria-label={`Прибрати фільтр: ${label}`} onClick={() => onRemove(name)}>
            <IconX size={14} aria-hidden />
          </IconButton>
        </li>
      ))}
      <li>
        <Button variant="link" className={classes.link} onClick={onRemoveAll}>
          Скинути все
        </Button>
      </li>
    </ul>
  )
}
