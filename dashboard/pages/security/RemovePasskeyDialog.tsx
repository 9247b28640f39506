import type { Passkey } from '#/contract/second-factor.ts'
import { sentenceFor } from '../../api/api-error.ts'
import { removePasskey, useFactorChange } from '../../api/second-factor.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './SecurityPage.module.css'

interface Props {
  passkey: Passkey
  onClose: () => void
}

export function RemovePasskeyDialog({ passkey, onClose }: Props) {
  const remove = useFactorChange(removePasskey, () => {
    toast(`Ключ доступу «${passkey.name}» видалено.`)
    onClose()
  })
  return (
    <Dialog title={`Видалити ключ доступу «${passkey.name}»?`} onClose={onClose}>
      <p className={classes.text}>
        Увійти ним більше не&nbsp;вийде. Зі&nbsp;списку паролів самого пристрою приберіть його окремо.
      </p>
      {remove.error && <Notice tone="danger">{sentenceFor(remove.error)}</Notice>}
      <div className={classes.buttons}>
        <Button variant="default" data-autofocus onClick={onClose}>
          Залишити ключ
        </Button>
        <Button tone="danger" loading={remove.isPending} onClick={() => remove.mutate(passkey.id)}>
          Видалити ключ
        </Button>
      </div>
    </Dialog>
  )
}
