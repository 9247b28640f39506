import { useId, useState, type MouseEvent, type ReactNode } from 'react'
import classes from './Popover.module.css'

interface Props {
  button: ReactNode
  children: ReactNode
}

/**
 * A button and what opens below it at the right edge. The browser's own popover brings Esc, the click outside, the top
 * layer and the order of Tab; inside are plain links and buttons, so no arrow keys need to be learnt.
 */
export function Popover({ button, children }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)

  return (
    <div className={classes.anchor}>
      <button type="button" className={classes.button} popoverTarget={id} aria-expanded={open}>
        {button}
      </button>
      <div
        id={id}
        popover="auto"
        className={classes.panel}
        onToggle={(event) => setOpen(event.newState === 'open')}
        onClick={closeAfterLink}
      >
        {children}
      </div>
    </div>
  )
}

/** The page that the link leads to does not replace the header, so the popover would stay open over it. */
function closeAfterLink(event: MouseEvent<HTMLElement>): void {
  if (event.target instanceof Element && event.target.closest('a')) event.currentTarget.hidePopover()
}
