import { PageTitle } from '../../ui/PageTitle.tsx'

export function AttentionPage() {
  return <PageTitle>Потребує уваги</PageTitle>
}
