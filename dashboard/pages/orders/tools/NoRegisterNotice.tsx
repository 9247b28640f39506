import { Link } from '@tanstack/react-router'
import { may } from '#/contract/permissions.ts'
import { paths } from '../../../addresses/paths.ts'
import { useUser } from '../../../api/user.ts'
import { Notice } from '../../../ui/Notice.tsx'

/** The first day: everything can be seen, but nothing can be done yet. */
export function NoRegisterNotice() {
  const { role } = useUser()
  return (
    <Notice tone="warn">
      Додайте касу, щоб створювати чеки.{' '}
      {may(role, 'register.write') ? <Link to={paths.cashRegisters}>Додати касу</Link> : 'Це робить адміністратор.'}
    </Notice>
  )
}
