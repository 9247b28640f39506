import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { takeWish } from './close-wish.ts'
import classes from './Dialog.module.css'
import { openLayer } from './layers.ts'

interface Props {
  title: string
  children: ReactNode
  /** Without it the dialog cannot be dismissed: it closes when it is no longer rendered. */
  onClose?: () => void
  /** `wide` takes most of the screen: the title stays above what scrolls, the footer below it. */
  size?: 'narrow' | 'medium' | 'wide'
  /** Stands beside the title. */
  aside?: ReactNode
  footer?: ReactNode
  /** Where the focus goes afterwards, if not to where it was: asked when the dialog closes. */
  returnTo?: () => HTMLElement | null
}

/**
 * The browser's own modal dialog: it keeps the focus inside, makes the rest of the page inert and gives the focus back.
 * Open for as long as it is rendered; the focus goes to `data-autofocus`, if anything inside has it, and in a wide one,
 * where the first field is far from being the matter, to the title. Keys of the page below are not heard meanwhile.
 */
export function Dialog({ title, children, onClose, size = 'narrow', aside, footer, returnTo }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  const whereTo = useRef(returnTo)
  useEffect(() => {
    whereTo.current = returnTo
  })

  // Before the effects of what is inside, whose keys belong to this layer.
  useLayoutEffect(openLayer, [])

  useEffect(() => {
    const element = dialog.current
    if (element === null) return
    const before = document.activeElement
    element.showModal()
    const first = element.querySelector<HTMLElement>('[data-autofocus]')
    if (first !== null) first.focus()
    else if (element.dataset['size'] === 'wide') heading.current?.focus()
    return () => {
      element.close()
      const target = whereTo.current?.() ?? before
      if (target instanceof HTMLElement && target.isConnected) target.focus()
      // What opened it went with what was done: who works by keyboard goes on in the page, not from its very beginning.
      else document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [])

  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      data-size={size}
      aria-labelledby={titleId}
      closedby={onClose === undefined ? 'none' : 'closerequest'}
      onCancel={(event) => {
        event.preventDefault()
        if (takeWish()) onClose?.()
      }}
      // Esc closes it without asking where the browser does not know `closedby`, and where nothing has been pressed since
      // it appeared (Chromium, after «back»). It is a wish all the same; whether it is granted is not the browser's business.
      onClose={() => {
        const element = dialog.current
        if (element === null || !element.isConnected || element.open) return
        element.showModal()
        if (takeWish()) onClose?.()
      }}
    >
      <div className={classes.head}>
        <h2 ref={heading} id={titleId} tabIndex={-1} className={classes.title}>
          {title}
        </h2>
        {aside}
      </div>
      <div className={classes.body}>{children}</div>
      {footer !== undefined && footer !== null && <div className={classes.footer}>{footer}</div>}
    </dialog>
  )
}
