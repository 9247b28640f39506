import { Button } from '@mantine/core'
import classes from './DialogButtons.module.css'

/** The form whose submission it is. */
interface FormId {
  form: string
}

interface Props {
  /** The deed itself; null: it cannot be done, and there is only a way out. */
  action: { label: string; busy: boolean; color?: 'pine' | 'red'; does: (() => void) | FormId } | null
  /** Never «Скасувати»: beside a receipt that can be cancelled nobody would know what it does. */
  leave: string
  onLeave: () => void
}

export function DialogButtons({ action, leave, onLeave }: Props) {
  return (
    <div className={classes.buttons}>
      <Button variant="default" onClick={onLeave} data-autofocus={action === null ? true : undefined}>
        {leave}
      </Button>
      {action !== null && (
        <Button
          color={action.color ?? 'pine'}
          loading={action.busy}
          {...(typeof action.does === 'function'
            ? { onClick: action.does, 'data-autofocus': true }
            : { type: 'submit', form: action.does.form })}
        >
          {action.label}
        </Button>
      )}
    </div>
  )
}
