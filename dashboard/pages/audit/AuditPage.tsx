import { PageTitle } from '../../ui/PageTitle.tsx'

export function AuditPage() {
  return <PageTitle>Журнал дій</PageTitle>
}
