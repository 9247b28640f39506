import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Payout } from '#/contract/payouts.ts'
import { may } from '#/contract/permissions.ts'
import { paths } from '../../addresses/paths.ts'
import { isRefusal } from '../../api/api-error.ts'
import { payoutQuery } from '../../api/money.ts'
import { useUser } from '../../api/user.ts'
import { Button } from '../../ui/Button.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { ErrorPage } from '../failures/ErrorPage.tsx'
import { PayoutFacts } from './PayoutFacts.tsx'
import classes from './PayoutPage.module.css'
import { PayoutPending } from './PayoutPending.tsx'
import { nameOf } from './payout-name.ts'
import { Transfers } from './Transfers.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'

const route = getRouteApi('/signed-in/money/$id')

/** One payout list: what it says as a whole, and what each of its transfers means. */
export function PayoutPage() {
  const { id } = route.useParams()
  const { data: payout, error, refetch } = useQuery(payoutQuery(id))
  if (isRefusal(error, 'money.register_not_found', 'request.invalid')) return <NoSuchPayout />
  if (payout !== undefined) return <OnePayout key={id} payout={payout} />
  if (error !== null) return <ErrorPage error={error} onRetry={() => void refetch()} />
  return <PayoutPending back={<Back />} title="Реєстр переказів" />
}

function OnePayout({ payout }: { payout: Payout }) {
  const navigate = useNavigate()
  const mayWithdraw = may(useUser().role, 'money.import')
  const [isWithdrawing, setIsWithdrawing] = useState(false)
  const withdraw = (
    <Button variant="default" onClick={() => setIsWithdrawing(true)}>
      Вилучити…
    </Button>
  )
  return (
    <div className={`stack ${classes.page}`} data-wide>
      <Back />
      <PageTitle aside={mayWithdraw && withdraw}>{nameOf(payout)}</PageTitle>
      <PayoutFacts payout={payout} />
      <Transfers payout={payout} />
      {isWithdrawing && (
        <WithdrawDialog
          payout={payout}
          onWithdrawn={() => void navigate({ to: paths.money, replace: true })}
          onClose={() => setIsWithdrawing(false)}
        />
      )}
    </div>
  )
}

const Back = () => (
  <p className={classes.back}>
    <Link to={paths.money}>← Усі реєстри</Link>
  </p>
)

const NoSuchPayout = () => (
  <div className={`stack ${classes.page}`}>
    <PageTitle>Такого реєстру немає</PageTitle>
    <p>Його вилучено, або посилання скопійовано не повністю.</p>
    <Back />
  </div>
)
