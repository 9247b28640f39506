import { useCallback, useState } from 'react'
import { may } from '#/contract/permissions.ts'
import type { Trouble } from '#/contract/receipt-alarms.ts'
import { useUser } from '../../api/user.ts'
import { Button } from '../../ui/Button.tsx'
import { NotNeededDialog } from '../receipt-dialogs/NotNeededDialog.tsx'
import { Worklist } from './Worklist.tsx'

interface Props {
  title: string
  about: string
  count: number
  amount: number
  items: readonly Trouble[]
}

const keyOf = ({ order_id }: Trouble): string => order_id

/** Parcels whose payment the carrier does not show us: a person mends the key or the TTN, or says why no receipt is needed. */
export function UnseenParcels(list: Props) {
  const { role } = useUser()
  const [asked, setAsked] = useState<Trouble | null>(null)
  const deeds = useCallback(
    (trouble: Trouble) =>
      may(role, 'receipt.settle') && (
        <Button size="compact-sm" variant="default" onClick={() => setAsked(trouble)}>
          Чек не потрібен…
        </Button>
      ),
    [role],
  )
  return (
    <>
      <Worklist {...list} keyOf={keyOf}>
        {deeds}
      </Worklist>
      {asked !== null && (
        <NotNeededDialog order={{ id: asked.order_id, number: asked.number }} onClose={() => setAsked(null)} />
      )}
    </>
  )
}
