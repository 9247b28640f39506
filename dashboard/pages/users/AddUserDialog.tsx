import { useId, useState, type FormEvent } from 'react'
import type { User } from '#/contract/auth.ts'
import type { Role } from '#/contract/permissions.ts'
import { createUser } from '../../api/users.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Form } from '../../ui/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { placeRefusal } from './place-refusal.ts'
import { RoleField } from './RoleField.tsx'
import { useUserChange } from './use-user-change.ts'

interface Props {
  onAdded: (user: User, password: string) => void
  onClose: () => void
}

export function AddUserDialog({ onAdded, onClose }: Props) {
  const id = useId()
  const add = useUserChange(createUser)
  const { form, values, field, refuse } = useFields({ name: '', login: '' })
  const [role, setRole] = useState<Role>('cashier')
  const general = add.error && placeRefusal(add.error).general

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isRefused = refuse({
      name: values.name.trim() === '' ? 'Введіть ім’я.' : null,
      login: values.login.trim().length < 2 ? 'Введіть логін, щонайменше 2\u00a0символи.' : null,
    })
    if (isRefused) return
    add.mutate(
      { ...values, role },
      {
        onSuccess: ({ user, one_time_password }) => onAdded(user, one_time_password ?? ''),
        onError: (error) => refuse(placeRefusal(error).fields),
      },
    )
  }

  return (
    <Dialog
      title="Додати користувача"
      onClose={onClose}
      footer={
        <DialogButtons
          action={{ label: 'Додати', busy: add.isPending, does: { form: id } }}
          leave="Не додавати"
          onLeave={onClose}
        />
      }
    >
      <Form id={id} ref={form} onSubmit={submit}>
        {general && <Notice tone="danger">{general}</Notice>}
        <TextField label="Ім’я" size="md" autoComplete="off" data-autofocus {...field('name')} />
        <TextField
          label="Логін"
          description="Латинські літери, цифри та знаки . _ - @"
          size="md"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field('login')}
        />
        <RoleField value={role} onChange={setRole} />
      </Form>
    </Dialog>
  )
}
