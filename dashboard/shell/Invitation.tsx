import { useRouterState, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isPutOff, putOff } from '../api/invitation.ts'
import { paths } from '../addresses/paths.ts'
import { Button } from '../ui/Button.tsx'
import { Banner } from './Banner.tsx'
import classes from './Invitation.module.css'

/** For an admin without a second factor, at each login until it is set up. It blocks nothing. */
export function Invitation() {
  const [hidden, setHidden] = useState(isPutOff)
  const isThere = useRouterState({ select: ({ location }) => location.pathname === paths.security })
  if (hidden || isThere) return null
  const later = () => {
    putOff()
    setHidden(true)
  }
  return (
    <section aria-label="Запрошення">
      <Banner tone="warn">
        <strong>Налаштуйте другий фактор входу.</strong> Без нього ви не&nbsp;зможете змінювати користувачів
        і&nbsp;ключі кас.{' '}
        <span className={classes.ways}>
          <Link to={paths.security}>Налаштувати</Link>
          <Button size="compact-sm" variant="default" onClick={later}>
            Пізніше
          </Button>
        </span>
      </Banner>
    </section>
  )
}
