import { flushSync } from 'react-dom'

/** Shows what was refused and brings the person to the first mistake; it is drawn at once, since only then it can have the focus. */
export function focusMistake(form: HTMLElement | null, show: () => void): void {
  flushSync(show)
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
}
