import { z } from 'zod'
import { Login, NewPassword, RoleName, User } from './auth.ts'
import { pageOf, pageQuery } from './common.ts'

const Name = z.string().trim().min(1).max(120)

export const UserListQuery = z.strictObject(pageQuery)
export const UserList = pageOf(User)

export const CreateUserRequest = z.strictObject({
  login: Login,
  name: Name,
  role: RoleName,
  password: NewPassword.optional().describe(
    'Діє до першого входу: тоді людина придумує власний. Якщо не вказано, буде створено одноразовий',
  ),
})
export type CreateUserRequest = z.infer<typeof CreateUserRequest>

export const CreatedUser = z.strictObject({ user: User, one_time_password: z.string().optional() })

export const EditUserRequest = z
  .strictObject({ name: Name.optional(), role: RoleName.optional(), disabled: z.boolean().optional() })
  .refine((changes) => Object.keys(changes).length > 0, { error: 'Вкажіть хоча б одне поле, яке треба змінити.' })
export type EditUserRequest = z.infer<typeof EditUserRequest>

export const PasswordResetAnswer = z.strictObject({
  one_time_password: z.string(),
  passkeys_removed: z.int().describe('Скільки ключів доступу видалено разом зі старим паролем'),
})
