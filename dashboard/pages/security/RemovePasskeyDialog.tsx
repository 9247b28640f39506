import type { Passkey } from '#/contract/auth.ts'
import { removePasskey } from '../../api/second-factor.ts'
import { toast } from '../../ui/toast.ts'
import { ProveDialog } from './ProveDialog.tsx'

interface Props {
  passkey: Passkey
  onClose: () => void
}

export function RemovePasskeyDialog({ passkey, onClose }: Props) {
  return (
    <ProveDialog
      title={`Видалити ключ доступу «${passkey.name}»?`}
      verb="Видалити ключ"
      keep="Залишити ключ"
      danger
      run={(shown) => removePasskey(passkey.id, shown)}
      onDone={() => toast(`Ключ доступу «${passkey.name}» видалено.`)}
      onClose={onClose}
    >
      Увійти ним більше не&nbsp;вийде. Зі&nbsp;списку паролів самого пристрою приберіть його окремо.
    </ProveDialog>
  )
}
