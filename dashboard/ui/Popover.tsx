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
      <div id={id} popover="auto" className={classes.panel} onToggle={(event) => setOpen(event.newState === 'open')}>
        {children}
      </div>
    </div>
  )
}

/** For the links inside: the page they lead to leaves the header as it is, with the popover open. */
export const closePopover = (event: MouseEvent<HTMLElement>): void =>
  event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
