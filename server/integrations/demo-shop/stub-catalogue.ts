import { lineSum } from '#/contract/money.ts'
import type { Goods } from '#/contract/orders.ts'
import type { StubRandom } from './stub-random.ts'

/** What the shop of the demo sells: code, name, price in kopiykas. By weight the price is that of a kilogram. */
const byPiece = [
  ['TEA-100', 'Чай трав’яний «Карпатський збір», 100 г', 12_550],
  ['TEA-IVAN', 'Іван-чай ферментований, 80 г', 9_900],
  ['HONEY-05', 'Мед липовий, 0,5 л', 24_000],
  ['HONEY-MIX', 'Набір медів «П’ять смаків»', 48_500],
  ['CANDLE-S', 'Свічка соєва «Хвоя», мала', 18_990],
  ['CANDLE-L', 'Свічка соєва «Яблуневий сад», велика', 34_990],
  ['SOAP-LAV', 'Мило ручної роботи «Лаванда»', 8_500],
  ['CREAM-H', 'Крем для рук із обліпихою, 75 мл', 16_900],
  ['MUG-KOS', 'Горнятко косівської кераміки', 42_000],
  ['BOWL-OP', 'Миска опішнянська, Ø 22 см', 68_000],
  ['TOWEL-L', 'Рушник лляний, 50×70 см', 31_500],
  ['APRON', 'Фартух лляний із кишенею', 79_000],
  ['SOCKS-W', 'Шкарпетки вовняні, розмір 38–40', 19_500],
  ['SCARF', 'Хустка вовняна «Ґердан»', 125_000],
  ['TOY-CAT', 'Іграшка в’язана «Кіт Їжак»', 54_900],
  ['BOOK-KITCH', 'Книга «Страви Полісся»', 45_000],
  ['CARD-SET', 'Набір листівок «Київ», 10 шт.', 15_000],
  ['BAG-ECO', 'Торба полотняна', 22_000],
] as const
const byWeight = [
  ['NUT-WAL', 'Горіх волоський чищений, 1 кг', 28_000],
  ['DRY-APP', 'Яблука сушені, 1 кг', 18_500],
  ['BUCKWH', 'Крупа гречана зелена, 1 кг', 9_450],
  ['CHEESE', 'Бринза карпатська, 1 кг', 46_000],
] as const

export function inventGoods(random: StubRandom): Goods[] {
  const lines = Array.from({ length: 1 + random.upTo(4) }, () => inventLine(random))
  // A basket holds a thing once; more of it is its quantity.
  return lines.filter(({ code }, index) => lines.findIndex((other) => other.code === code) === index)
}

function inventLine(random: StubRandom): Goods {
  const isWeighed = random.chance(0.2)
  const [code, name, price] = random.pick(isWeighed ? byWeight : byPiece)
  const quantity = isWeighed ? random.pick([250, 500, 750, 1500]) : random.pick([1000, 1000, 1000, 2000, 3000])
  const percent = random.chance(0.15) ? random.pick([5, 10, 15]) : 0
  const full = lineSum({ price, quantity, discount: 0 })
  // Down to whole hryvnias, as shops do.
  return { code, name, price, quantity, discount: Math.floor((full * percent) / 10_000) * 100 }
}
