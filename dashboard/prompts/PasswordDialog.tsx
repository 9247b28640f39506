import { sentenceOf } from '#/contract/errors.ts'
import type { PasswordAndFactor } from '#/contract/factor-proof.ts'
import { command } from '../api/client.ts'
import { useProof } from '../api/use-proof.ts'
import { useUser } from '../api/user.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Form } from '../ui/Form.tsx'
import { Notice } from '../ui/Notice.tsx'
import { ProofFields } from '../ui/ProofFields.tsx'
import classes from './Prompts.module.css'

interface Props {
  /** The password is not enough: a further way in is being added. */
  withFactor: boolean
  /** true: it was proven, and what was refused is done now. */
  onAnswer: (proven: boolean) => void
}

const prove = (shown: PasswordAndFactor): Promise<void> => command('POST', '/auth/reauth', shown)

export function PasswordDialog({ withFactor, onAnswer }: Props) {
  const { login } = useUser()
  const { fields, general, isPending, submit } = useProof(async (shown) => {
    await prove(shown)
    onAnswer(true)
  }, withFactor)
  return (
    <Dialog title="Підтвердьте, що це ви" onClose={() => onAnswer(false)}>
      <Form onSubmit={submit}>
        <p>
          {sentenceOf(withFactor ? 'auth.second_factor_not_shown' : 'auth.reauth_required')} Усе, що ви ввели,
          збережено.
        </p>
        {general !== null && <Notice tone="danger">{general}</Notice>}
        <ProofFields login={login} {...fields} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => onAnswer(false)}>
            Повернутися
          </Button>
          <Button type="submit" loading={isPending}>
            Продовжити
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
