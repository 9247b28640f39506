import { useForm } from '@mantine/form'
import type { User } from '#/contract/auth.ts'
import type { Role } from '#/contract/permissions.ts'
import { createUser } from '../../api/users.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { focusFirst } from '../../ui/focus-first.ts'
import { Form } from '../../ui/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { placeRefusal } from './place-refusal.ts'
import { RoleField } from './RoleField.tsx'
import { useUserChange } from './use-user-change.ts'
import classes from './UsersPage.module.css'

interface Props {
  onAdded: (user: User, password: string) => void
  onClose: () => void
}

const initialValues: { name: string; login: string; role: Role } = { name: '', login: '', role: 'cashier' }

export function AddUserDialog({ onAdded, onClose }: Props) {
  const add = useUserChange(createUser)
  const form = useForm({
    initialValues,
    validate: {
      name: (typed) => (typed.trim() === '' ? 'Введіть ім’я.' : null),
      login: (typed) => (typed.trim().length < 2 ? 'Введіть логін, щонайменше 2\u00a0символи.' : null),
    },
    onSubmitPreventDefault: 'always',
  })
  const general = add.error && placeRefusal(add.error).general

  const submit = form.onSubmit(
    (typed) =>
      add.mutate(typed, {
        onSuccess: ({ user, one_time_password }) => onAdded(user, one_time_password ?? ''),
        onError: (error) => {
          const { fields } = placeRefusal(error)
          form.setErrors(fields)
          focusFirst(form, fields)
        },
      }),
    (errors) => focusFirst(form, errors),
  )

  return (
    <Dialog title="Додати користувача" onClose={onClose}>
      <Form onSubmit={submit}>
        {general && <Notice tone="danger">{general}</Notice>}
        <TextField
          label="Ім’я"
          size="md"
          autoComplete="off"
          data-autofocus
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <TextField
          label="Логін"
          description="Латинські літери, цифри та знаки . _ - @"
          size="md"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          key={form.key('login')}
          {...form.getInputProps('login')}
        />
        <RoleField value={form.values.role} onChange={(role) => form.setFieldValue('role', role)} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Не додавати
          </Button>
          <Button type="submit" loading={add.isPending}>
            Додати
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
