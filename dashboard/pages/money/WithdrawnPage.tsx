import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { paths } from '../../addresses/paths.ts'
import { isRefusal } from '../../api/api-error.ts'
import { withdrawnPayoutQuery } from '../../api/money.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { ErrorPage } from '../failures/ErrorPage.tsx'
import classes from './PayoutPage.module.css'
import { PayoutPending } from './PayoutPending.tsx'
import { withdrawnNameOf } from './payout-name.ts'
import { WithdrawnFacts } from './WithdrawnFacts.tsx'
import { WithdrawnTransfers } from './WithdrawnTransfers.tsx'

const route = getRouteApi('/signed-in/money/withdrawn/$id')

/** What a payout list said before it was withdrawn or replaced. Nothing can be done with it. */
export function WithdrawnPage() {
  const { id } = route.useParams()
  const { data: payout, error, refetch } = useQuery(withdrawnPayoutQuery(id))
  if (isRefusal(error, 'money.withdrawn_not_found', 'request.invalid')) return <NoneSuch />
  if (payout === undefined && error !== null) return <ErrorPage error={error} onRetry={() => void refetch()} />
  if (payout === undefined) return <PayoutPending back={<Back />} title="Вилучений реєстр" />
  return (
    <div className={`stack ${classes.page}`} data-wide>
      <Back />
      <PageTitle>{withdrawnNameOf(payout)}</PageTitle>
      <Notice tone="quiet">
        Жоден підсумок не враховує цього реєстру. Рядки показано такими, якими вони були востаннє.
      </Notice>
      <WithdrawnFacts payout={payout} />
      <WithdrawnTransfers key={id} lines={payout.items} />
    </div>
  )
}

const Back = () => (
  <p className={classes.back}>
    <Link to={paths.money} hash="withdrawn">
      ← Вилучені реєстри
    </Link>
  </p>
)

const NoneSuch = () => (
  <div className={`stack ${classes.page}`}>
    <PageTitle>Такого вилученого реєстру немає</PageTitle>
    <p>Можливо, посилання скопійовано не повністю.</p>
    <Back />
  </div>
)
