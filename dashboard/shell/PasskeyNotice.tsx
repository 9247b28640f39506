import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { keepPasskeyNews, passkeyNews } from '../api/passkey-news.ts'
import { paths } from '../addresses/paths.ts'
import { Button } from '../ui/Button.tsx'
import { formatDateTime } from '../words/format.ts'
import { Banner } from './Banner.tsx'
import classes from './Invitation.module.css'

/** At the login after a passkey was added: an intruder who adds one to an account gets in by it without a password. */
export function PasskeyNotice() {
  const [added, setAdded] = useState(passkeyNews)
  if (added.length === 0) return null
  const known = () => {
    keepPasskeyNews([])
    setAdded([])
  }
  const list = added.map(({ name, created_at }) => `«${name}» (${formatDateTime(created_at)})`).join(', ')
  return (
    <section aria-label="Нові ключі доступу">
      <Banner tone="warn">
        <strong>Після вашого попереднього входу додано {added.length === 1 ? 'ключ' : 'ключі'} доступу:</strong> {list}.
        Якщо це зробили не&nbsp;ви, видаліть зайве й&nbsp;змініть пароль.{' '}
        <span className={classes.ways}>
          <Link to={paths.password}>Змінити пароль</Link>
          <Button size="compact-sm" variant="default" onClick={known}>
            Це я
          </Button>
        </span>
      </Banner>
    </section>
  )
}
