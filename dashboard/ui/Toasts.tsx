import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { dismissToast, useToasts, type Toast, type ToastAction } from './toast.ts'
import classes from './Toasts.module.css'

/** The live region is always in the document: one that arrives together with its text is not read out everywhere. */
export function Toasts() {
  return (
    <div className={classes.region} aria-live="polite">
      {useToasts().map((one) => (
        <ToastCard key={one.id} toast={one} />
      ))}
    </div>
  )
}

const shownForMs = 8_000
/** Long enough to think better of it. */
const actionForMs = 10_000

function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false)

  useEffect(() => {
    // A failure stays until it is dismissed, so that there is time to read it (WCAG 2.2.1).
    if (held || toast.tone === 'danger') return
    const timer = setTimeout(() => dismissToast(toast.id), toast.action === null ? shownForMs : actionForMs)
    return () => clearTimeout(timer)
  }, [held, toast])

  const Sign = toast.tone === 'good' ? IconCircleCheck : IconAlertTriangle
  return (
    <div
      className={classes.toast}
      data-tone={toast.tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Sign className={classes.sign} size={20} aria-hidden />
      <span>
        {toast.text}
        {toast.action !== null && <ActionButton toast={toast} action={toast.action} />}
      </span>
      <button
        type="button"
        className={classes.close}
        aria-label="Закрити сповіщення"
        onClick={() => dismissToast(toast.id)}
      >
        <IconX size={16} aria-hidden />
      </button>
    </div>
  )
}

function ActionButton({ toast, action }: { toast: Toast; action: ToastAction }) {
  const run = () => {
    dismissToast(toast.id)
    action.run()
  }
  return (
    <button type="button" className={classes.action} onClick={run}>
      {action.label}
    </button>
  )
}
