import {
  IconAdjustmentsHorizontal,
  IconChevronDown,
  IconDeviceDesktop,
  IconKey,
  IconKeyboard,
  IconLogout,
  IconShieldLock,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { ApiError } from '../api/api-error.ts'
import { useLogOut } from '../api/mutations.ts'
import { Keys } from '../keyboard/Keys.tsx'
import { openOverlay } from '../keyboard/overlay.ts'
import { roleLabels } from '../words/labels.ts'
import { paths } from '../addresses/paths.ts'
import { BareButton } from '../ui/Button.tsx'
import { closePopover, Popover } from '../ui/Popover.tsx'
import { toast } from '../ui/toast.ts'
import { ColorSchemeChoice } from '../ui/ColorSchemeChoice.tsx'
import { useUser } from '../api/user.ts'
import classes from './UserMenu.module.css'

interface Props {
  /** The pages of the menu can be opened. */
  works: boolean
}

export function UserMenu({ works }: Props) {
  const user = useUser()
  const logOut = useLogOut()

  const leave = () =>
    logOut.mutate(undefined, {
      onError: (error) => toast(`Вийти не вдалося. ${error instanceof ApiError ? error.detail : ''}`, 'danger'),
    })

  return (
    <Popover
      button={
        <>
          <span className={classes.initials} aria-hidden>
            {initialsOf(user.name)}
          </span>
          <span className={classes.buttonName} title={user.name}>
            {user.name}
          </span>
          <span className="visually-hidden">, меню користувача</span>
          <IconChevronDown size={16} aria-hidden className={classes.chevron} />
        </>
      }
    >
      <div className={classes.person}>
        <div className={classes.name}>{user.name}</div>
        <div className="soft">
          {roleLabels[user.role]} · {user.login}
        </div>
      </div>
      {works && <Links />}
      <div className={classes.scheme}>
        <ColorSchemeChoice />
      </div>
      <BareButton className={classes.item} disabled={logOut.isPending} onClick={leave}>
        <IconLogout size={18} aria-hidden />
        Вийти
      </BareButton>
    </Popover>
  )
}

function Links() {
  return (
    <ul className={classes.links}>
      <li>
        <Link to={paths.password} className={classes.item} onClick={closePopover}>
          <IconKey size={18} aria-hidden />
          Пароль
        </Link>
      </li>
      <li>
        <Link to={paths.security} className={classes.item} onClick={closePopover}>
          <IconShieldLock size={18} aria-hidden />
          Безпека
        </Link>
      </li>
      <li>
        <Link to={paths.sessions} className={classes.item} onClick={closePopover}>
          <IconDeviceDesktop size={18} aria-hidden />
          Мої сеанси
        </Link>
      </li>
      <li>
        <Link to={paths.settings} className={classes.item} onClick={closePopover}>
          <IconAdjustmentsHorizontal size={18} aria-hidden />
          Налаштування
        </Link>
      </li>
      <li>
        <BareButton className={classes.item} onClick={showKeys}>
          <IconKeyboard size={18} aria-hidden />
          Клавіші
          <span className={classes.hint} aria-hidden>
            <Keys keys={['?']} />
          </span>
        </BareButton>
      </li>
    </ul>
  )
}

const showKeys = (event: MouseEvent<HTMLElement>): void => {
  closePopover(event)
  openOverlay('help')
}

/** «ОН» for «Олена Нечуй-Левицька». */
const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
    .toLocaleUpperCase('uk')
