/**
 * How an advance was paid, in the words that a fiscal receipt may carry: since 1 March 2025 (order 601 of the Ministry of
 * Finance) a closed list, which Checkbox publishes with its field `label`. Cash has one word.
 */
export const cashLabel = 'Готівка'
export const cashlessLabels = [
  'З поточного рахунку',
  'Картка',
  'Інтернет еквайринг',
  'Інтернет банкінг',
  'Переказ через ННПП',
  'Подарунковий сертифікат',
] as const
/** With the name of the integrator after it. */
export const integratorLabel = 'Платіж через інтегратора'
const isIntegrator = new RegExp(`^${integratorLabel} \\S.{0,90}$`, 'u')

const allowed: ReadonlySet<string> = new Set(cashlessLabels)

/** null: it may stand on the receipt. Otherwise what may. */
export function whyNotLabel(payment: 'cashless' | 'cash', label: string): string | null {
  if (payment === 'cash') return label === cashLabel ? null : `Для готівки назва одна: «${cashLabel}».`
  if (allowed.has(label) || isIntegrator.test(label)) return null
  const named = [...cashlessLabels, `${integratorLabel} …`].map((one) => `«${one}»`).join(', ')
  return `Такої назви оплати в чеку бути не може. Дозволені: ${named}.`
}
