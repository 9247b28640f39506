import type { ComponentProps, ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'
import { DialogButtons } from './DialogButtons.tsx'
import { Notice } from './Notice.tsx'

interface Props extends Pick<ComponentProps<typeof Dialog>, 'title' | 'size'> {
  /** What will follow. */
  children: ReactNode
  /** Why it was refused. */
  refusal: string | null
  /** What stands in the way, below the refusal. */
  details?: ReactNode
  action: ComponentProps<typeof DialogButtons>['action']
  /** The words of the way out. */
  leave: string
  onClose: () => void
}

/** Asks once more before something is done. */
export const ConfirmDialog = ({ title, size, children, refusal, details, action, leave, onClose }: Props) => (
  <Dialog
    title={title}
    size={size}
    onClose={onClose}
    footer={<DialogButtons action={action} leave={leave} onLeave={onClose} />}
  >
    <div className="stack">
      {children}
      {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
      {details}
    </div>
  </Dialog>
)
