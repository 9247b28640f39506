import { useForm } from '@mantine/form'
import type { User } from '#/contract/auth.ts'
import { editUser } from '../../api/users.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { focusFirst } from '../../ui/focus-first.ts'
import { Form } from '../../ui/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { placeRefusal } from './place-refusal.ts'
import { RoleField } from './RoleField.tsx'
import { useUserChange } from './use-user-change.ts'
import classes from './UsersPage.module.css'

interface Props {
  user: User
  onClose: () => void
}

export function EditUserDialog({ user, onClose }: Props) {
  const edit = useUserChange((changes: Pick<User, 'name' | 'role'>) => editUser(user.id, changes))
  const form = useForm({
    initialValues: { name: user.name, role: user.role },
    validate: { name: (typed) => (typed.trim() === '' ? 'Введіть ім’я.' : null) },
    onSubmitPreventDefault: 'always',
  })
  const refusal = edit.error && placeRefusal(edit.error)

  const submit = form.onSubmit(
    (typed) =>
      edit.mutate(typed, {
        onSuccess: ({ name }) => {
          toast(`Збережено: ${name}.`)
          onClose()
        },
      }),
    (errors) => focusFirst(form, errors),
  )

  return (
    <Dialog title={`Змінити: ${user.login}`} onClose={onClose}>
      <Form onSubmit={submit}>
        {refusal?.general && <Notice tone="danger">{refusal.general}</Notice>}
        <TextField
          label="Ім’я"
          size="md"
          autoComplete="off"
          data-autofocus
          key={form.key('name')}
          {...form.getInputProps('name')}
          error={form.errors['name'] ?? refusal?.fields.name}
        />
        <RoleField value={form.values.role} onChange={(role) => form.setFieldValue('role', role)} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Не змінювати
          </Button>
          <Button type="submit" loading={edit.isPending}>
            Зберегти
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
