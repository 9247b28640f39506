import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#/contract/auth.ts'
import { may } from '#/contract/permissions.ts'
import { usersQuery } from '../../api/users.ts'
import { useUser } from '../../api/user.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { ErrorPage } from '../failures/ErrorPage.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AddUserDialog } from './AddUserDialog.tsx'
import { EditUserDialog } from './EditUserDialog.tsx'
import { EndSessionsDialog } from './EndSessionsDialog.tsx'
import { OneTimePasswordDialog } from './OneTimePasswordDialog.tsx'
import { ResetPasswordDialog } from './ResetPasswordDialog.tsx'
import { ResetSecondFactorDialog } from './ResetSecondFactorDialog.tsx'
import { SwitchUserDialog } from './SwitchUserDialog.tsx'
import { UserRow } from './UserRow.tsx'
import classes from './UsersPage.module.css'

/** What is open over the list. A password that was made is shown once and kept nowhere. */
export type OpenDialog =
  | { kind: 'add' }
  | { kind: 'edit' | 'switch' | 'reset' | 'factor' | 'sessions'; user: User }
  | { kind: 'password'; user: User; password: string }

export function UsersPage() {
  const self = useUser()
  const mayWrite = may(self.role, 'user.write')
  const { data: users, error, refetch } = useQuery(usersQuery)
  const [open, setOpen] = useState<OpenDialog | null>(null)

  if (users === undefined && error !== null) return <ErrorPage error={error} onRetry={() => void refetch()} />
  return (
    <div className={`stack ${classes.page}`}>
      <PageTitle aside={mayWrite && <Button onClick={() => setOpen({ kind: 'add' })}>Додати користувача</Button>}>
        Користувачі
      </PageTitle>
      {!mayWrite && <p className="soft">Змінювати користувачів може адміністратор.</p>}
      {users === undefined ? (
        <Skeleton height={200} />
      ) : (
        <ul className="sheet">
          {users.map((user) => (
            <UserRow key={user.id} user={user} isSelf={user.id === self.id} onOpen={mayWrite ? setOpen : null} />
          ))}
        </ul>
      )}
      {open !== null && <OpenedDialog open={open} onOpen={setOpen} />}
    </div>
  )
}

function OpenedDialog({ open, onOpen }: { open: OpenDialog; onOpen: (next: OpenDialog | null) => void }) {
  const close = () => onOpen(null)
  const showPassword = (user: User, password: string) => onOpen({ kind: 'password', user, password })
  switch (open.kind) {
    case 'add':
      return <AddUserDialog onAdded={showPassword} onClose={close} />
    case 'edit':
      return <EditUserDialog user={open.user} onClose={close} />
    case 'switch':
      return <SwitchUserDialog user={open.user} onClose={close} />
    case 'reset':
      return <ResetPasswordDialog user={open.user} onReset={showPassword} onClose={close} />
    case 'factor':
      return <ResetSecondFactorDialog user={open.user} onClose={close} />
    case 'sessions':
      return <EndSessionsDialog user={open.user} onClose={close} />
    case 'password':
      return <OneTimePasswordDialog user={open.user} password={open.password} onClose={close} />
  }
}
