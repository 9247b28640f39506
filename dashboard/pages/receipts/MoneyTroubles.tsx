import { Button } from '@mantine/core'
import { useState } from 'react'
import { may } from '#/contract/permissions.ts'
import type { ReceiptAlarms, SumTrouble, Trouble } from '#/contract/receipt-alarms.ts'
import { useUser } from '../../shell/user.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { AcceptSumsDialog } from './AcceptSumsDialog.tsx'
import { CreateReceiptDialog } from './CreateReceiptDialog.tsx'
import { NotNeededDialog } from './NotNeededDialog.tsx'
import { Troubles } from './Troubles.tsx'
import { useKnownOrder } from './use-known-order.ts'

type Asked =
  | { what: 'create' | 'not_needed'; trouble: Trouble }
  | { what: 'accept'; trouble: SumTrouble & { receipt_id: string } }

/** Everything that may cost the shop a fine, the dearest first, each with what is to be done about it. */
export function MoneyTroubles({ alarms }: { alarms: ReceiptAlarms }) {
  const { role } = useUser()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const missing = (trouble: Trouble) => (
    <>
      {may(role, 'receipt.create') && (
        <Button size="compact-sm" onClick={() => setAsked({ what: 'create', trouble })}>
          Створити чек…
        </Button>
      )}
      {may(role, 'receipt.settle') && (
        <Button size="compact-sm" variant="default" onClick={() => setAsked({ what: 'not_needed', trouble })}>
          Чек не потрібен…
        </Button>
      )}
    </>
  )
  const { received, received_without_receipt, paid_not_fiscal, sums_differ, failed } = alarms
  return (
    <>
      <Troubles
        title="Отримано без чека"
        about="Гроші за посилку взято, а чека за неї немає. За продаж без чека штрафують."
        count={received_without_receipt}
        items={received}
      >
        {missing}
      </Troubles>
      <Troubles
        title="Оплачено, а чек не фіскальний"
        about="Checkbox фіскалізує чек за кілька хвилин після оплати. За цими він цього не зробив."
        {...paid_not_fiscal}
      />
      <Troubles title="Суми розійшлися" about="Чек має бути на ту саму суму, яку платить покупець." {...sums_differ}>
        {(trouble) => {
          const { receipt_id } = trouble
          if (receipt_id === null || !may(role, 'receipt.settle')) return null
          return (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => setAsked({ what: 'accept', trouble: { ...trouble, receipt_id } })}
            >
              Прийняти суми…
            </Button>
          )
        }}
      </Troubles>
      <Troubles
        title="Чек не створено"
        about="Checkbox відмовив, а нового чека ще немає. Без нього посилку оплатять без чека."
        {...failed}
      >
        {missing}
      </Troubles>
      {asked?.what === 'create' && <CreateFor id={asked.trouble.order_id} onClose={close} />}
      {asked?.what === 'not_needed' && (
        <NotNeededDialog order={{ id: asked.trouble.order_id, number: asked.trouble.number }} onClose={close} />
      )}
      {asked?.what === 'accept' && <AcceptSumsDialog trouble={asked.trouble} onClose={close} />}
    </>
  )
}

/** The dialog needs the whole order, which is asked for only now. */
function CreateFor({ id, onClose }: { id: string; onClose: () => void }) {
  const { order, failed } = useKnownOrder(id)
  if (order !== undefined) return <CreateReceiptDialog order={order} onClose={onClose} />
  return (
    <Dialog title="Створити чек" onClose={onClose}>
      <p>{failed ? 'Такого замовлення немає або його приховано.' : 'Завантажуємо…'}</p>
    </Dialog>
  )
}
