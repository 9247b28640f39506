import { useId, useRef, useState, type ReactNode } from 'react'
import classes from './Popover.module.css'

interface Props {
  /** The name of the button for those who do not see it; begins with what the button shows. */
  label: string
  button: ReactNode
  /** `close` also gives the focus back to the button. */
  children: (close: () => void) => ReactNode
}

/**
 * A button and what opens below it at the right edge. The browser's own popover brings Esc, the click outside, the top
 * layer and the order of Tab; inside are plain links and buttons, so no arrow keys need to be learnt.
 */
export function Popover({ label, button, children }: Props) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  return (
    <div className={classes.anchor}>
      <button type="button" className={classes.button} popoverTarget={id} aria-expanded={open} aria-label={label}>
        {button}
      </button>
      <div ref={panel} id={id} popover="auto" className={classes.panel} onToggle={(event) => setOpen(event.newState === 'open')}>
        {children(() => panel.current?.hidePopover())}
      </div>
    </div>
  )
}
