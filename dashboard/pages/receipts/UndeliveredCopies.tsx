import { Button } from '@mantine/core'
import { useState } from 'react'
import { may } from '#/contract/permissions.ts'
import type { ReceiptAlarms, Trouble } from '#/contract/receipt-alarms.ts'
import { useUser } from '../../shell/user.ts'
import { SendCopyDialog } from './SendCopyDialog.tsx'
import { Troubles } from './Troubles.tsx'

/** Told, but nobody is called for it. */
export function UndeliveredCopies({ copies }: { copies: ReceiptAlarms['copies_undelivered'] }) {
  const { role } = useUser()
  const [asked, setAsked] = useState<(Trouble & { receipt_id: string }) | null>(null)
  return (
    <>
      <Troubles title="Копії чека не дійшли" about="Чеки фіскальні, лише покупці не отримали їхніх копій." {...copies}>
        {(trouble) => {
          const { receipt_id } = trouble
          if (receipt_id === null || !may(role, 'receipt.settle')) return null
          return (
            <Button size="compact-sm" variant="default" onClick={() => setAsked({ ...trouble, receipt_id })}>
              Надіслати копію…
            </Button>
          )
        }}
      </Troubles>
      {asked !== null && <SendCopyDialog trouble={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
