import { useNavigate } from '@tanstack/react-router'
import { useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react'
import { paths } from '../addresses/paths.ts'
import { useUser } from '../api/user.ts'
import { BareButton } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { commandsFor, commandsMatching, type Command } from './commands.ts'
import classes from './CommandPalette.module.css'
import { Keys } from '../keyboard/Keys.tsx'
import type { Scope } from '../keyboard/shortcuts.ts'

interface Props {
  /** Whose keys could be pressed where the palette was opened. */
  scopes: readonly Scope[]
  onClose: () => void
}

/**
 * Everything by typing: pages, tabs, what the keys do, and the search. Enter does the first of what is found; arrows or
 * Tab go further down. Plain buttons, so there is nothing to learn for a person who does not see them.
 */
export function CommandPalette({ scopes, onClose }: Props) {
  const { role } = useUser()
  const [typed, setTyped] = useState('')
  const palette = useRef<HTMLFormElement>(null)
  const perform = usePerform(onClose)
  const commands = commandsMatching(commandsFor(role, scopes), typed)
  const [first] = commands

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (first !== undefined) perform(first)
  }

  return (
    <Dialog title="Перейти, зробити, знайти" onClose={onClose} size="medium">
      <form ref={palette} onSubmit={submit}>
        <input
          type="text"
          aria-label="Команда або пошук"
          autoComplete="off"
          spellCheck={false}
          placeholder="Сторінка, дія або ТТН, телефон, прізвище"
          className={classes.field}
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => moveFocus(palette.current, event)}
        />
        <output className="visually-hidden">{typed !== '' && first !== undefined && `Перша: ${first.label}`}</output>
        <ul className={classes.list}>
          {commands.map((command) => (
            <li key={`${command.kind} ${command.label}`}>
              <BareButton
                className={classes.command}
                onClick={() => perform(command)}
                onKeyDown={(event) => moveFocus(palette.current, event)}
              >
                {command.label}
                {command.keys.length > 0 && <Keys keys={command.keys} />}
              </BareButton>
            </li>
          ))}
        </ul>
      </form>
    </Dialog>
  )
}

/** The field and the commands below it are one ring. */
function moveFocus(palette: HTMLFormElement | null, event: KeyboardEvent): void {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
  const step = steps[event.code]
  if (palette === null || step === undefined) return
  event.preventDefault()
  const stops = Array.from(palette.querySelectorAll<HTMLElement>('input, button'))
  const here = stops.findIndex((stop) => stop === document.activeElement)
  stops[(here + step + stops.length) % stops.length]?.focus()
}

function usePerform(onClose: () => void): (command: Command) => void {
  const navigate = useNavigate()
  return (command) => {
    onClose()
    if (command.kind === 'go') void navigate({ to: command.to })
    else if (command.kind === 'tab') void navigate({ to: paths.orders, search: { tab: command.tab } })
    else if (command.kind === 'search') void navigate({ to: paths.orders, search: { q: command.q } })
    // After the palette has gone and given the focus back: what follows may open a dialog of its own.
    else setTimeout(command.run)
  }
}
