import { Dialog } from '../../ui/Dialog.tsx'

interface Props {
  id: string
  /** Neighbours in the list below; null at its ends. */
  previous: string | null
  next: string | null
  onGo: (id: string) => void
  onClose: () => void
  /** Opens with the fields ready to be changed. */
  editing?: boolean
}

export function OrderDialog({ id, onClose }: Props) {
  return (
    <Dialog title={id} onClose={onClose}>
      {null}
    </Dialog>
  )
}
