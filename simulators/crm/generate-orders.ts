import { createRandom } from '../frame/random.ts'
import type { CrmOrder } from './orders.ts'

const surnames = ['Шевченко', 'Ґалаґан', 'Лук’яненко', 'Нечуй-Левицька', 'Їжакевич', 'Єфремов', 'Щербак', 'Дем’янчук']
const names = ['Олена', 'Ігор', 'Соломія', 'Андрій', 'Їва', 'Остап', 'Євгенія', 'Юрій']
const goods = [
  { sku: 'ЧАЙ-01', name: 'Чай «Карпатський збір», 100 г', price: '125.50' },
  { sku: 'МЕД-05', name: 'Мед липовий', price: '320.00' },
  { sku: 'СВЧ-12', name: 'Свічка соєва «Хвоя»', price: '289.90' },
  { sku: 'КРМ-03', name: 'Крем для рук', price: '99.00' },
]

/** So many orders, the same for the same seed: ids from `first_id` on, one changed every minute up to now. */
export const generateOrders = (options: { count: number; seed: number; first_id: number; now: number }): CrmOrder[] => {
  const random = createRandom(options.seed)
  const upTo = (count: number) => Math.floor(random() * count)
  const one = <Item>(items: readonly Item[]): Item | undefined => items[upTo(items.length)]

  return Array.from({ length: options.count }, (_, index) => {
    const id = options.first_id + index
    const at = new Date(options.now - (options.count - index) * 60_000).toISOString()
    const lines = Array.from({ length: 1 + upTo(4) }, () => {
      const { sku, name, price } = one(goods) ?? { sku: '', name: 'Товар', price: '1.00' }
      return { sku, name, price, quantity: 1 + upTo(3), discount: '0.00' }
    })
    const total = lines.reduce((sum, line) => sum + Math.round(Number(line.price) * 100) * line.quantity, 0)
    return {
      id,
      number: `UA-${id}`,
      created_at: at,
      updated_at: at,
      status: one(['new', 'packed', 'sent']),
      recipient: {
        name: `${one(surnames)} ${one(names)}`,
        phone: `+38067${String(upTo(10_000_000)).padStart(7, '0')}`,
      },
      ttn: upTo(4) === 0 ? null : `2045${String(upTo(10_000_000_000)).padStart(10, '0')}`,
      comment: upTo(3) === 0 ? 'Подзвонити перед відправленням' : '',
      total: (total / 100).toFixed(2),
      goods: lines,
    }
  })
}
