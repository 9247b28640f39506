import { PageTitle } from '../../ui/PageTitle.tsx'

export function SettingsPage() {
  return <PageTitle>Налаштування</PageTitle>
}
