import { LoginForm } from '../pages/login/LoginForm.tsx'
import { Dialog } from '../ui/Dialog.tsx'

interface Props {
  login: string
  onClose: () => void
}

/** The password again, before the session ends by itself. */
export const StayDialog = ({ login, onClose }: Props) => (
  <Dialog title="Залишитися в Касирі" onClose={onClose}>
    <LoginForm login={login} />
  </Dialog>
)
