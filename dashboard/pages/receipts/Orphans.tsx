import { Button } from '@mantine/core'
import { useState } from 'react'
import { may } from '#/contract/permissions.ts'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { formatDateTime } from '../../format.ts'
import { useUser } from '../../shell/user.ts'
import classes from './AttentionPage.module.css'
import { AdoptAll } from './AdoptAll.tsx'
import { AdoptOne } from './AdoptOne.tsx'
import { DismissOrphan } from './DismissOrphan.tsx'
import { OrderLink } from './OrderLink.tsx'

interface Props {
  orphans: ReceiptAlarms['orphans']
}

/** Documents that stand at Checkbox and belong to no receipt of ours; a person says of each that it is right. */
export function Orphans({ orphans }: Props) {
  const { role } = useUser()
  const [asked, setAsked] = useState<string | null>(null)
  const adoptable = orphans.flatMap(({ provider_id, order_id }) =>
    provider_id === null || order_id === null ? [] : [provider_id],
  )
  return (
    <>
      <p className="soft">
        Такий документ є в Checkbox, але жоден чек Касира за ним не стоїть: можливо, його створили вручну. Перевірте в
        кабінеті Checkbox, чи він потрібен; зайвий видаліть, щоб покупець не отримав два чеки. Правильний прийміть: він
        стане чеком свого замовлення.
      </p>
      {may(role, 'receipt.settle') && <AdoptAll providerIds={adoptable} />}
      <ul className={classes.rows}>
        {orphans.map(({ provider_id, order_id, at, cash_register }) => (
          <li key={provider_id ?? at}>
            <code>{provider_id ?? '—'}</code>
            {cash_register !== null && ` · ${cash_register.name}`}
            {' · '}
            <time dateTime={at}>{formatDateTime(at)}</time>
            {order_id !== null && (
              <>
                {' · '}
                <OrderLink id={order_id}>Відкрити замовлення</OrderLink>
              </>
            )}
            {provider_id !== null && order_id !== null && may(role, 'receipt.settle') && (
              <AdoptOne providerId={provider_id} />
            )}
            {provider_id !== null && may(role, 'receipt.settle') && (
              <Button variant="default" size="compact-sm" ml="sm" onClick={() => setAsked(provider_id)}>
                Усе гаразд…
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked !== null && <DismissOrphan providerId={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
