import { PageTitle } from '../../ui/PageTitle.tsx'

export function BulkPage() {
  return <PageTitle>Пакет чеків</PageTitle>
}
