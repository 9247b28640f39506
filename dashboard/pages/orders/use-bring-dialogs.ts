import { useEffect } from 'react'
import { whenIdle } from '../../ui/when-idle.ts'
import { OrderDialog } from './OpenOrder.tsx'
import { taskDialogs } from './OrderTasks.tsx'

/** What is opened at almost every order comes when the first rows are drawn: after the list, but before anybody needs it. */
export function useBringDialogs(isDrawn: boolean): void {
  useEffect(() => {
    if (!isDrawn) return
    return whenIdle(() => {
      for (const { preload } of [OrderDialog, ...taskDialogs]) void preload()
    })
  }, [isDrawn])
}
