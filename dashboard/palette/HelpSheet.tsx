import { Link } from '@tanstack/react-router'
import { paths } from '../addresses/paths.ts'
import { Dialog } from '../ui/Dialog.tsx'
import classes from './HelpSheet.module.css'
import { Keys } from '../keyboard/Keys.tsx'
import { keysOf } from '../keyboard/key-name.ts'
import type { Scope, Shortcut } from '../keyboard/shortcuts.ts'
import { shortcutsAreOn } from '../keyboard/shortcuts-switch.ts'

interface Props {
  /** Nearest first. */
  scopes: readonly Scope[]
  onClose: () => void
}

/** Every key that does something here, by its place on the keyboard and whatever the layout. */
export function HelpSheet({ scopes, onClose }: Props) {
  return (
    <Dialog title="Клавіші" onClose={onClose} size="medium">
      {!shortcutsAreOn() && <p className={classes.off}>Гарячі клавіші вимкнено в&nbsp;налаштуваннях.</p>}
      <div className={classes.scopes}>
        {scopes
          .filter(({ shortcuts }) => shortcuts.length > 0)
          .map(({ title, shortcuts }) => (
            <section key={title} className={classes.scope}>
              <h3>{title}</h3>
              <KeyList shortcuts={shortcuts} />
            </section>
          ))}
        <section className={classes.scope}>
          <h3>Команди</h3>
          <dl>
            <div className={classes.line}>
              <dt>
                <Keys keys={['Ctrl', 'K']} />
              </dt>
              <dd>перейти, зробити, знайти</dd>
            </div>
          </dl>
        </section>
      </div>
      <p className={classes.note}>
        Клавіші діють за своїм місцем, тож мова розкладки не&nbsp;має значення. У&nbsp;полях для тексту вони не діють.{' '}
        <Link to={paths.settings} onClick={onClose}>
          Вимкнути
        </Link>
      </p>
    </Dialog>
  )
}

/** Two keys for one thing stand on one line: «J ↓ наступний рядок». */
function KeyList({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const byLabel = Map.groupBy(shortcuts, ({ label }) => label)
  return (
    <dl>
      {Array.from(byLabel, ([label, same]) => (
        <div key={label} className={classes.line}>
          <dt className={classes.keys}>
            {same.map((shortcut) => (
              <Keys key={keysOf(shortcut).join('+')} keys={keysOf(shortcut)} />
            ))}
          </dt>
          <dd>{label}</dd>
        </div>
      ))}
    </dl>
  )
}
