import { useEffect, useRef } from 'react'
import { Button } from './Button.tsx'
import classes from './DialogButtons.module.css'

/** The form whose submission it is. */
interface FormId {
  form: string
}

interface Props {
  /** The deed itself; null: it cannot be done, and there is only a way out. */
  action: { label: string; busy: boolean; tone?: 'danger'; does: (() => void) | FormId } | null
  /** Never «Скасувати»: beside a receipt that can be cancelled it would be ambiguous. */
  leave: string
  onLeave: () => void
}

export function DialogButtons({ action, leave, onLeave }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const busy = action?.busy ?? false
  // What cannot be undone is never what Enter does by itself.
  const isHarmful = action?.tone === 'danger'
  // A busy button cannot hold the focus; when it is free again, Enter must work as before.
  useEffect(() => {
    const isLost =
      document.activeElement === document.body || document.activeElement?.matches('dialog, [tabindex="-1"]')
    if (!busy && isLost === true) button.current?.focus()
  }, [busy])

  return (
    <div className={classes.buttons}>
      <Button
        ref={isHarmful ? button : undefined}
        variant="default"
        onClick={onLeave}
        data-autofocus={action === null || isHarmful ? true : undefined}
      >
        {leave}
      </Button>
      {action !== null && (
        <Button
          ref={isHarmful ? undefined : button}
          tone={action.tone}
          loading={action.busy}
          {...(typeof action.does === 'function'
            ? { onClick: action.does, 'data-autofocus': isHarmful ? undefined : true }
            : { type: 'submit', form: action.does.form })}
        >
          {action.label}
        </Button>
      )}
    </div>
  )
}
