import type { CrmOrder } from '#/server/integrations/crm-order.ts'
import type { CrmClient, PageOutcome, PageRequest } from '#/server/integrations/crm/crm-client.ts'

const names = [
  'Шевченко',
  'Ковальчук',
  'Бондаренко',
  'Ткаченко',
  'Кравченко',
  'Олійник',
  'Лисенко',
  'Мельник',
  'Поліщук',
  'Савченко',
]
const given = ['Олена', 'Тарас', 'Марія', 'Іван', 'Соломія', 'Дмитро', 'Ганна', 'Петро', 'Юлія', 'Андрій']
const goods = [
  'Чохол для телефона',
  'Навушники бездротові',
  'Лампа настільна',
  'Кабель USB-C',
  'Підставка дерев’яна',
  'Термос сталевий',
]

/** Orders of three lines each, different in what people search for. */
export function manyOrders(count: number, version = 0): CrmOrder[] {
  return Array.from({ length: count }, (_, index) => {
    const lines = [0, 1, 2].map((line) => ({
      code: `SKU-${(index * 7 + line) % 5000}`,
      name: `${goods[(index + line) % goods.length]} ${index % 97}`,
      price: 10_000 + ((index * 31 + line) % 900) * 100,
      quantity: 1000,
      discount: 0,
    }))
    return {
      crm_id: String(100_000 + index),
      number: String(100_000 + index),
      ordered_at: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
      updated_at: null,
      status: 'new',
      recipient: {
        name: `${names[index % names.length]}-${index % 211} ${given[(index >> 3) % given.length]}`,
        phone: `38067${String((index * 7_919) % 10_000_000).padStart(7, '0')}`,
      },
      ttn: `2045${String((index * 104_729) % 10_000_000_000).padStart(10, '0')}`,
      notes: version === 0 ? '' : `зміна ${version}`,
      goods: lines,
      total: lines.reduce((sum, { price }) => sum + price, 0),
    }
  })
}

/** A CRM without a network: what is measured is our own work. */
export class BenchCrm implements CrmClient {
  readonly kind = 'stub'
  readonly identity = null
  readonly paging = 'orders'
  readonly cancelled_statuses = new Set<string>()
  orders: CrmOrder[] = []

  async listOrders({ offset, limit }: PageRequest): Promise<PageOutcome> {
    const orders = this.orders.slice(offset, offset + limit)
    return { ok: true, page: { orders, unreadable: [], total: this.orders.length } }
  }
}
