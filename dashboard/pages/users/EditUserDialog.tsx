import { useId, useState, type FormEvent } from 'react'
import type { User } from '#/contract/auth.ts'
import { editUser } from '../../api/users.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Form } from '../../ui/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { useFields } from '../../ui/use-fields.ts'
import { placeRefusal } from './place-refusal.ts'
import { RoleField } from './RoleField.tsx'
import { useUserChange } from './use-user-change.ts'

interface Props {
  user: User
  onClose: () => void
}

export function EditUserDialog({ user, onClose }: Props) {
  const id = useId()
  const edit = useUserChange((changes: Pick<User, 'name' | 'role'>) => editUser(user.id, changes))
  const { form, values, field, refuse } = useFields({ name: user.name })
  const [role, setRole] = useState(user.role)
  const general = edit.error && placeRefusal(edit.error).general

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (refuse({ name: values.name.trim() === '' ? 'Введіть ім’я.' : null })) return
    edit.mutate(
      { ...values, role },
      {
        onSuccess: ({ name }) => {
          toast(`Збережено: ${name}.`)
          onClose()
        },
        onError: (error) => refuse({ name: placeRefusal(error).fields.name }),
      },
    )
  }

  return (
    <Dialog
      title={`Змінити: ${user.login}`}
      onClose={onClose}
      footer={
        <DialogButtons
          action={{ label: 'Зберегти', busy: edit.isPending, does: { form: id } }}
          leave="Не змінювати"
          onLeave={onClose}
        />
      }
    >
      <Form id={id} ref={form} onSubmit={submit}>
        {general && <Notice tone="danger">{general}</Notice>}
        <TextField label="Ім’я" size="md" autoComplete="off" data-autofocus {...field('name')} />
        <RoleField value={role} onChange={setRole} />
      </Form>
    </Dialog>
  )
}
