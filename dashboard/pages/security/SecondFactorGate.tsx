import { useLogOut } from '../../api/mutations.ts'
import { Button } from '../../ui/Button.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { AuthenticatorCard } from './AuthenticatorCard.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'
import classes from './SecurityPage.module.css'

/** In place of any page while everybody is obliged to have a second factor and this person has none yet. */
export function SecondFactorGate() {
  const logOut = useLogOut()
  return (
    <div className={`stack ${classes.page}`}>
      <PageTitle>Налаштуйте другий фактор</PageTitle>
      <p>
        У&nbsp;цьому магазині самого пароля для роботи замало. Виберіть одне: застосунок з&nbsp;кодами на&nbsp;телефоні
        або ключ доступу. Це триває хвилину, а&nbsp;потім відкриється потрібна вам сторінка.
      </p>
      <AuthenticatorCard state={{ authenticator: false, authenticator_since: null }} />
      <PasskeysCard state={{ passkeys: [] }} />
      <p>
        <Button variant="default" loading={logOut.isPending} onClick={() => logOut.mutate()}>
          Вийти
        </Button>
      </p>
    </div>
  )
}
