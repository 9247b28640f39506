import { useState } from 'react'
import { Keys } from '../../keyboard/Keys.tsx'
import { openOverlay } from '../../keyboard/overlay.ts'
import { shortcutsAreOn, switchShortcuts } from '../../keyboard/shortcuts-switch.ts'
import { Button } from '../../ui/Button.tsx'
import classes from './SettingsPage.module.css'

/** Single keys can be switched off (WCAG 2.1.4); Ctrl+K is no single key and stays. */
export function ShortcutsSwitch() {
  const [on, setOn] = useState(shortcutsAreOn)
  return (
    <>
      <label className={classes.switch}>
        <input
          type="checkbox"
          className={classes.box}
          checked={on}
          onChange={(event) => {
            switchShortcuts(event.currentTarget.checked)
            setOn(shortcutsAreOn())
          }}
        />
        <span>
          Гарячі клавіші
          <span className={classes.aside}>
            Вимкніть, якщо диктуєте голосом або часом натискаєте зайве. <kbd>Tab</kbd>, <kbd>Enter</kbd> та{' '}
            <kbd>Esc</kbd> працюватимуть завжди.
          </span>
        </span>
      </label>
      <p>
        <Button variant="link" onClick={() => openOverlay('help')}>
          Показати всі клавіші
        </Button>{' '}
        <Keys keys={['?']} />
      </p>
    </>
  )
}
