import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PasswordAndFactor } from '#/contract/factor-proof.ts'
import { afterFactorChange } from '../../api/second-factor.ts'
import { useProof } from '../../api/use-proof.ts'
import { useUser } from '../../api/user.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ProofFields } from '../../ui/ProofFields.tsx'
import classes from './SecurityPage.module.css'

interface Props<Answer> {
  title: string
  /** What will happen. */
  children: ReactNode
  verb: string
  /** The button that leaves everything as it is. */
  keep: string
  danger?: boolean
  run: (shown: PasswordAndFactor) => Promise<Answer>
  onDone: (answer: Answer) => void
  onClose: () => void
}

/** A change of the second factor that the server makes only after a second factor is shown together with the password. */
export function ProveDialog<Answer>({ title, children, verb, keep, danger, run, onDone, onClose }: Props<Answer>) {
  const { login } = useUser()
  const queries = useQueryClient()
  const { fields, general, isPending, submit } = useProof(async (shown) => {
    onDone(await run(shown))
    onClose()
    await afterFactorChange(queries)
  }, true)
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={submit}>
        <p>{children}</p>
        {general !== null && <Notice tone="danger">{general}</Notice>}
        <ProofFields login={login} {...fields} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {keep}
          </Button>
          <Button type="submit" tone={danger === true ? 'danger' : 'accent'} loading={isPending}>
            {verb}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
