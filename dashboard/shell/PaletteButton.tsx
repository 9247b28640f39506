import { IconSearch } from '@tabler/icons-react'
import { Keys } from '../keyboard/Keys.tsx'
import { openOverlay } from '../keyboard/overlay.ts'
import { BareButton } from '../ui/Button.tsx'
import classes from './PaletteButton.module.css'

/** For people who do not know the key yet, and learn it here. */
export function PaletteButton() {
  return (
    <BareButton className={classes.button} onClick={() => openOverlay('palette')}>
      <IconSearch size={18} aria-hidden />
      <span className="visually-hidden">Перейти, зробити, знайти</span>
      <span className={classes.keys} aria-hidden>
        <Keys keys={['Ctrl', 'K']} />
      </span>
    </BareButton>
  )
}
