import { z } from 'zod'
import { createRandom } from '../frame/random.ts'
import type { ParcelChange } from './parcel.ts'

export const GenerateParcels = z.strictObject({
  count: z.int().min(1).max(200_000).default(100),
  seed: z.int().default(1),
  first_ttn: z
    .string()
    .regex(/^\d{14}$/)
    .default('20450000000001'),
  /** These numbers, in place of `count` in a row from `first_ttn` on. */
  ttns: z.array(z.string().regex(/^\d{14}$/)).optional(),
  owner_key: z.string().nullable().default('1'.repeat(32)),
  /** The oldest was made so long ago, the newest just now. */
  over_days: z.number().gt(0).default(14),
  /** The share of parcels with payment control, and with a money transfer; the rest costs the buyer nothing. */
  payment_control: z.number().min(0).max(1).default(0.7),
  money_transfer: z.number().min(0).max(1).default(0.1),
  refused: z.number().min(0).max(1).default(0.12),
})
export type GenerateParcels = z.input<typeof GenerateParcels>

const cities = ['Київ', 'Львів', 'Харків', 'Дніпро', 'Чернівці', 'Кам’янець-Подільський', 'Їжакове']
const surnames = ['Шевченко', 'Ґалаґан', 'Лук’яненко', 'Нечуй-Левицька', 'Їжакевич', 'Єфремов', 'Щербак']
const names = ['Олена', 'Ігор', 'Соломія', 'Андрій', 'Остап', 'Євгенія', 'Юрій']

const hour = 3600
const day = 24 * hour
const refusals = [103, 103, 102, 105]

type Journey = NonNullable<ParcelChange['journey']>
type Cod = NonNullable<ParcelChange['cod']>
interface Chance {
  between: (least: number, most: number) => number
  one: <Item>(items: readonly [Item, ...Item[]] | Item[]) => Item | undefined
  share: (of: number) => boolean
}

/** So many parcels on their way, the same for the same seed: made, moving, waiting, received or refused as time goes by. */
export const generateParcels = (options: GenerateParcels & { now: number }): ParcelChange[] => {
  const { now, ...given } = options
  const wanted = GenerateParcels.parse(given)
  const chance = toChance(createRandom(wanted.seed))
  const first = Number(wanted.first_ttn)
  const ttns =
    wanted.ttns ?? Array.from({ length: wanted.count }, (_, index) => String(first + index).padStart(14, '0'))
  const stepMs = (wanted.over_days * day * 1000) / ttns.length

  return ttns.map((ttn, index) => {
    const cod = toCod(chance, wanted)
    const journey = toJourney(chance, cod, wanted.refused)
    const refusal = journey.find(({ status_code }) => refusals.includes(status_code))
    return {
      ttn,
      owner_key: wanted.owner_key,
      recipient: {
        name: `${chance.one(surnames)} ${chance.one(names)}`,
        phone: `38067${String(Math.floor(chance.between(0, 10_000_000))).padStart(7, '0')}`,
        city: chance.one(cities),
        branch: Math.floor(chance.between(1, 300)),
      },
      cod,
      created_at: new Date(now - Math.round((ttns.length - 1 - index) * stepMs)).toISOString(),
      journey,
      successor:
        refusal === undefined
          ? null
          : { number: `59${ttn.slice(2)}`, type: 'CargoReturn', after_seconds: refusal.after_seconds + day },
    }
  })
}

const toChance = (random: () => number): Chance => ({
  between: (least, most) => least + random() * (most - least),
  one: (items) => items[Math.floor(random() * items.length)],
  share: (of) => random() < of,
})

const toCod = (chance: Chance, wanted: z.output<typeof GenerateParcels>): Cod => {
  const lot = chance.between(0, 1)
  const kopiykas = Math.floor(chance.between(9900, 500_000))
  const amount = kopiykas / 100
  if (lot < wanted.payment_control) return { kind: 'payment_control', amount }
  if (lot < wanted.payment_control + wanted.money_transfer) return { kind: 'money_transfer', amount }
  return { kind: 'none', amount: 0 }
}

const toJourney = (chance: Chance, { kind }: Cod, refused: number): Journey => {
  const handed = chance.between(1 * hour, 20 * hour)
  const left = handed + chance.between(1 * hour, 6 * hour)
  const inCity = left + chance.between(5 * hour, 30 * hour)
  const arrived = inCity + chance.between(1 * hour, 8 * hour)
  const taken = arrived + chance.between(2 * hour, 5 * day)
  const way = [
    { after_seconds: handed, status_code: 4 },
    { after_seconds: left, status_code: 5 },
    { after_seconds: inCity, status_code: 6 },
    { after_seconds: arrived, status_code: chance.share(0.25) ? 8 : 7 },
  ]
  if (chance.share(refused)) return [...way, { after_seconds: taken, status_code: chance.one(refusals) ?? 103 }]
  // Some pay in the app before they come; a money transfer is paid out to the shop a day later.
  const inApp = kind === 'payment_control' && chance.share(0.15)
  const paid = inApp ? [{ after_seconds: (arrived + taken) / 2, status_code: 7, paid: true }] : []
  const transfer = kind === 'money_transfer' ? [{ after_seconds: taken + day, status_code: 11 }] : []
  return [...way, ...paid, { after_seconds: taken, status_code: transfer.length > 0 ? 10 : 9 }, ...transfer]
}
