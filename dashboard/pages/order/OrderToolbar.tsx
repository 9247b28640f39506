import { IconChevronDown, IconChevronUp, IconPencil, IconPrinter, IconX, type Icon } from '@tabler/icons-react'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import classes from './OrderDialog.module.css'

/** null: not possible now. */
type Action = (() => void) | null

interface Props {
  /** The tab the order is in. */
  place: string
  onEdit: Action
  onPrint: Action
  onPrevious: Action
  onNext: Action
  onClose: () => void
}

export function OrderToolbar({ place, onEdit, onPrint, onPrevious, onNext, onClose }: Props) {
  return (
    <div className={classes.toolbar}>
      {place !== '' && <span className={classes.place}>{place}</span>}
      {onEdit !== null && (
        <Button variant="default" size="compact-sm" className={classes.edit} title="Редагувати (E)" onClick={onEdit}>
          <IconPencil size={16} aria-hidden />
          <span className={classes.editWord}>Редагувати</span>
        </Button>
      )}
      <Tool icon={IconPrinter} label="Друкувати" onRun={onPrint} />
      <Tool icon={IconChevronUp} label="Попереднє замовлення" hint="K" onRun={onPrevious} />
      <Tool icon={IconChevronDown} label="Наступне замовлення" hint="J" onRun={onNext} />
      <Tool icon={IconX} label="Закрити" hint="Esc" onRun={onClose} />
    </div>
  )
}

/** One that is off keeps the focus: at the end of the list it must not be lost. */
function Tool({ icon: Sign, label, hint, onRun }: { icon: Icon; label: string; hint?: string; onRun: Action }) {
  return (
    <IconButton
      aria-label={label}
      title={hint === undefined ? label : `${label} (${hint})`}
      aria-disabled={onRun === null || undefined}
      data-off={onRun === null || undefined}
      className={classes.tool}
      onClick={() => onRun?.()}
    >
      <Sign size={20} aria-hidden />
    </IconButton>
  )
}
