import { lazy, Suspense, useEffect } from 'react'
import { Holding } from './OrderTasks.tsx'
import type { Desk } from './use-desk.ts'

const load = () => import('../order/OrderDialog.tsx')
const OrderDialog = lazy(async () => ({ default: (await load()).OrderDialog }))

/** The order over the list. Its code comes after the list, but before anybody needs it. */
export function OpenOrder({ opening }: { opening: Desk['opening'] }) {
  useEffect(() => void load(), [])
  if (opening.id === null) return null
  return (
    <Suspense fallback={<Holding />}>
      <OrderDialog
        id={opening.id}
        previous={opening.previous}
        next={opening.next}
        editing={opening.editing}
        onGo={opening.move}
        onClose={opening.close}
      />
    </Suspense>
  )
}
