import { Dialog } from '../../ui/Dialog.tsx'

interface Props {
  /** Orders chosen in the list, or all of a filter. */
  ids: readonly string[]
  total: number
  /** The batch has been taken over by the server; the dock follows it from here. */
  onStarted: () => void
  onClose: () => void
}

export function BulkDialog({ ids, onClose }: Props) {
  return (
    <Dialog title={String(ids.length)} onClose={onClose}>
      {null}
    </Dialog>
  )
}
