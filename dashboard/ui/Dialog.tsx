import { useEffect, useId, useRef, type ReactNode } from 'react'
import classes from './Dialog.module.css'

interface Props {
  title: string
  children: ReactNode
  /** Without it the dialog cannot be dismissed: it closes when it is no longer rendered. */
  onClose?: () => void
}

/**
 * The browser's own modal dialog: it keeps the focus inside, makes the rest of the page inert and gives the focus back.
 * Open for as long as it is rendered; the focus goes to `data-autofocus`, if anything inside has it.
 */
export function Dialog({ title, children, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const element = dialog.current
    if (element === null) return
    const before = document.activeElement
    element.showModal()
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      element.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])

  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={titleId}
      closedby={onClose === undefined ? 'none' : 'closerequest'}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      // A browser that does not know `closedby` lets a second Esc through, though the dialog is still wanted.
      onClose={() => dialog.current?.isConnected && dialog.current.showModal()}
    >
      <h2 id={titleId} className={classes.title}>
        {title}
      </h2>
      {children}
    </dialog>
  )
}
