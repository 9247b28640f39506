import { PageTitle } from '../../ui/PageTitle.tsx'

export function CashRegistersPage() {
  return <PageTitle>Каси</PageTitle>
}
