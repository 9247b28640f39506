import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import classes from './OrderDialog.module.css'

interface Props {
  saving: boolean
  onSave: () => void
  onDrop: () => void
  onStay: () => void
}

export function UnsavedDialog({ saving, onSave, onDrop, onStay }: Props) {
  return (
    <Dialog title="Зміни не збережено" onClose={onStay}>
      <p>Ви змінили замовлення, але ще не зберегли. Що зробити зі змінами?</p>
      <div className={classes.answers}>
        <Button data-autofocus loading={saving} onClick={onSave}>
          Зберегти
        </Button>
        <Button variant="default" onClick={onDrop}>
          Не зберігати
        </Button>
        <Button variant="subtle" onClick={onStay}>
          Повернутися
        </Button>
      </div>
    </Dialog>
  )
}
