import { Command } from 'commander'
import { RoleName } from '#/contract/auth.ts'
import { AppError } from '#/contract/errors.ts'
import { roles } from '#/contract/permissions.ts'
import { CreateUserRequest } from '#/contract/users.ts'
import { fieldErrors } from '#/contract/validation-messages.ts'
import { theSystem } from '../audit/record-audit.ts'
import { createUser } from '../users/create-user.ts'
import { editUser } from '../users/edit-user.ts'
import { endUserSessions } from '../users/end-user-sessions.ts'
import { resetPassword } from '../users/reset-password.ts'
import { resetSecondFactor } from '../users/reset-second-factor.ts'
import { findUser, listUsers } from '../users/store.ts'
import type { App } from '../app.ts'
import type { Output } from './output.ts'
import { withApp } from './with-app.ts'

const roleWords = { admin: 'адміністратор', cashier: 'касир', auditor: 'аудитор' } as const

export function userCommand(output: Output): Command {
  const user = new Command('user').description('користувачі: додати, показати, вимкнути, видати пароль')
  user
    .command('add')
    .description('додати користувача й показати його одноразовий пароль')
    .argument('<логін>')
    .option('--name <ім’я>', 'ім’я, яке бачать інші (типово — логін)')
    .option('--role <роль>', `роль: ${roles.join(', ')} (типово cashier)`)
    .action((login: string, { name = login, role = 'cashier' }: { name?: string; role?: string }) =>
      withApp(async (app) => {
        const parsed = CreateUserRequest.safeParse({ login, name, role })
        if (!parsed.success) throw new AppError('request.invalid', {}, fieldErrors(parsed.error.issues))
        const created = await createUser(app, theSystem, parsed.data)
        output.out(`Додано: ${created.user.login} (${roleWords[RoleName.parse(created.user.role)]}).`)
        output.out(`Одноразовий пароль: ${created.one_time_password ?? ''}`)
      }),
    )
  user
    .command('list')
    .description('показати всіх користувачів')
    .action(() =>
      withApp(async (app) => {
        for (const { login, name, role, disabled } of await listUsers(app.db, 1_000, null)) {
          output.out(`${login.padEnd(24)} ${roleWords[role].padEnd(14)} ${disabled ? 'вимкнено' : 'активний'}  ${name}`)
        }
      }),
    )
  user
    .command('disable')
    .description('вимкнути користувача й завершити всі його сеанси')
    .argument('<логін>')
    .action((login: string) =>
      withApp(async (app) => {
        await editUser(app, theSystem, await requireId(app, login), { disabled: true })
        output.out(`Вимкнено: ${login}.`)
      }),
    )
  user
    .command('password')
    .description('видати новий одноразовий пароль; ключі доступу видаляються')
    .argument('<логін>')
    .action((login: string) =>
      withApp(async (app) => {
        const reset = await resetPassword(app, theSystem, await requireId(app, login))
        output.out(`Одноразовий пароль: ${reset.one_time_password}`)
        if (reset.passkeys_removed > 0) output.out(`Видалено ключів доступу: ${reset.passkeys_removed}.`)
      }),
    )
  user
    .command('sessions')
    .description('сеанси користувача')
    .command('end')
    .description('завершити всі сеанси користувача; пароль лишається')
    .argument('<логін>')
    .action((login: string) =>
      withApp(async (app) => {
        const ended = await endUserSessions(app, theSystem, await requireId(app, login))
        output.out(`Завершено сеансів: ${ended}.`)
      }),
    )
  user
    .command('second-factor')
    .description('другий фактор входу')
    .command('reset')
    .description('забрати застосунок з кодами, ключі доступу й коди відновлення, завершити всі сеанси')
    .argument('<логін>')
    .action((login: string) =>
      withApp(async (app) => {
        await resetSecondFactor(app, theSystem, await requireId(app, login))
        output.out(`Другий фактор скинуто: ${login}. Тепер для входу досить пароля.`)
      }),
    )
  return user
}

async function requireId(app: App, login: string): Promise<string> {
  const user = await findUser(app.db, { login: login.toLowerCase() })
  if (!user) throw new AppError('user.not_found')
  return user.id
}
