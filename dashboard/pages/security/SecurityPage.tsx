import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { secondFactorQuery } from '../../api/second-factor.ts'
import { paths } from '../../addresses/paths.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { ErrorPage } from '../failures/ErrorPage.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AuthenticatorCard } from './AuthenticatorCard.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'
import { RecoveryCodesCard } from './RecoveryCodesCard.tsx'
import classes from './SecurityPage.module.css'

/** How one's own login is guarded besides the password. */
export function SecurityPage() {
  const { data: state, error, refetch } = useQuery(secondFactorQuery)
  if (state === undefined && error !== null) return <ErrorPage error={error} onRetry={() => void refetch()} />
  const isGuarded = state !== undefined && (state.authenticator || state.passkeys.length > 0)
  return (
    <div className={`stack ${classes.page}`}>
      <PageTitle>Безпека</PageTitle>
      {state === undefined ? (
        <Skeleton height={320} />
      ) : (
        <>
          {isGuarded ? (
            <Notice tone="good">
              Другий фактор налаштовано: самого пароля замало, щоб увійти від&nbsp;вашого імені.
            </Notice>
          ) : (
            <Notice tone="warn">
              Другого фактора немає: хто дізнається ваш пароль, той увійде від&nbsp;вашого імені. Під’єднайте застосунок
              з&nbsp;кодами або додайте ключ доступу.
            </Notice>
          )}
          <AuthenticatorCard state={state} />
          <PasskeysCard state={state} />
          {isGuarded && <RecoveryCodesCard left={state.recovery_codes_left} />}
        </>
      )}
      <p>
        <Link to={paths.password}>Змінити пароль</Link> · <Link to={paths.sessions}>Мої сеанси</Link>
      </p>
    </div>
  )
}
