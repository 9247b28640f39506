import { useCallback, useState } from 'react'
import { may } from '#/contract/permissions.ts'
import type { ReceiptAlarms, Trouble } from '#/contract/receipt-alarms.ts'
import { useUser } from '../../api/user.ts'
import { Button } from '../../ui/Button.tsx'
import { SendCopyDialog } from './SendCopyDialog.tsx'
import { Worklist } from './Worklist.tsx'

const keyOf = ({ receipt_id, order_id }: Trouble): string => receipt_id ?? order_id

/** Shown, but raises no alarm. Each copy goes to an address of its own. */
export function UndeliveredCopies({ copies }: { copies: ReceiptAlarms['copies_undelivered'] }) {
  const { role } = useUser()
  const [asked, setAsked] = useState<(Trouble & { receipt_id: string }) | null>(null)
  const deeds = useCallback(
    (trouble: Trouble) => {
      const { receipt_id } = trouble
      if (receipt_id === null || !may(role, 'receipt.settle')) return null
      return (
        <Button size="compact-sm" variant="default" onClick={() => setAsked({ ...trouble, receipt_id })}>
          Надіслати копію…
        </Button>
      )
    },
    [role],
  )
  return (
    <>
      <Worklist
        title="Копії чека не дійшли"
        about="Чеки фіскальні, лише покупці не отримали їхніх копій."
        {...copies}
        keyOf={keyOf}
      >
        {deeds}
      </Worklist>
      {asked !== null && <SendCopyDialog trouble={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
