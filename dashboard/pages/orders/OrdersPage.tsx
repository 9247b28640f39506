import { PageTitle } from '../../ui/PageTitle.tsx'

export function OrdersPage() {
  return <PageTitle>Замовлення</PageTitle>
}
