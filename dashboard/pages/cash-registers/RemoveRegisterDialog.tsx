import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CashRegister } from '#/contract/cash-registers.ts'
import { isRefusal, sentenceFor } from '../../api/api-error.ts'
import { cashRegistersQuery, receiptsHoldingQuery, removeCashRegister } from '../../api/cash-registers.ts'
import { ReceiptBadge } from '../../badges/ReceiptBadge.tsx'
import { paths } from '../../addresses/paths.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.ts'
import { Ttn } from '../order-parts/Ttn.tsx'
import classes from './CashRegistersPage.module.css'

interface Props {
  register: CashRegister
  onClose: () => void
}

export function RemoveRegisterDialog({ register, onClose }: Props) {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => removeCashRegister(register.id),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: cashRegistersQuery.queryKey })
      toast(`Касу «${register.name}» видалено.`)
      onClose()
    },
  })
  const isHeld = isRefusal(remove.error, 'register.has_live_receipts')
  return (
    <ConfirmDialog
      title={`Видалити касу «${register.name}»?`}
      size="medium"
      refusal={remove.error && sentenceFor(remove.error)}
      details={isHeld && <HoldingReceipts id={register.id} />}
      action={{ label: 'Видалити касу', tone: 'danger', busy: remove.isPending, does: () => remove.mutate() }}
      leave="Залишити касу"
      onClose={onClose}
    >
      <p>
        Її ключі буде стерто, нові чеки за нею не створюватимуться. Якщо за касою вже були посилки чи чеки, її назва
        лишиться в історії.
      </p>
    </ConfirmDialog>
  )
}

/** The receipts that must come to their end first, each with the way to it. */
function HoldingReceipts({ id }: { id: string }) {
  const { data, error } = useQuery(receiptsHoldingQuery(id))
  if (error !== null) return <p>{sentenceFor(error)}</p>
  return (
    <ul className={classes.receipts} aria-label="Незавершені чеки каси">
      {data?.map((receipt) => (
        <li key={receipt.id}>
          <Link to={paths.orders} search={{ order: receipt.order_id }}>
            ТТН <Ttn ttn={receipt.ttn} />
          </Link>
          <ReceiptBadge receipt={receipt} />
        </li>
      ))}
    </ul>
  )
}
