import { PageTitle } from '../../ui/PageTitle.tsx'

export function UsersPage() {
  return <PageTitle>Користувачі</PageTitle>
}
