import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { logInWithPasskey } from '../../api/passkeys.ts'
import { passkeyRefusal } from '../../api/passkey-refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** Only where passkeys work. The passkey says who it is, so neither login nor password is typed. */
export function PasskeyButton() {
  const enter = useMutation({ mutationFn: () => logInWithPasskey() })
  return (
    <>
      <Button
        variant="default"
        size="md"
        wraps
        leftSection={<IconFingerprint size={20} aria-hidden />}
        loading={enter.isPending}
        onClick={() => enter.mutate()}
      >
        Увійти ключем доступу
      </Button>
      {enter.error && <Notice tone="danger">{passkeyRefusal(enter.error)}</Notice>}
    </>
  )
}
