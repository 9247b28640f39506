import { useEffect } from 'react'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.tsx'
import { whenIdle } from '../../../ui/when-idle.ts'
import { actionDialogs } from './ActionDialogs.tsx'
import type { OpenOrderState } from './use-open-order.ts'

const OrderDialog = lazyWithRetry(async () => (await import('../../order/OrderDialog.tsx')).OrderDialog, {
  place: 'over',
})

/** The order that is open over the list. */
export function OpenOrder({ id, previous, next, editing, move, close }: OpenOrderState) {
  if (id === null) return null
  return <OrderDialog id={id} previous={previous} next={next} editing={editing} onGo={move} onClose={close} />
}

/** Loads the code of the dialogs that are opened at almost every order, once the first rows are drawn. */
export function usePreloadDialogs(isDrawn: boolean): void {
  useEffect(() => {
    if (!isDrawn) return
    return whenIdle(() => {
      for (const { preload } of [OrderDialog, ...actionDialogs]) void preload()
    })
  }, [isDrawn])
}
