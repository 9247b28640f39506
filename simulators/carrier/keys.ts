import { z } from 'zod'

/** An API key of a sender's cabinet. `counterparty_name` is a firm's; without it the owner is a private person. */
const CarrierKey = z.strictObject({
  key: z.string().min(1),
  /** The contact person: surname, name, patronymic. */
  name: z.string(),
  phones: z.array(z.string()),
  counterparty_name: z.string().nullable(),
  /** Further senders of the same cabinet, each with contact persons of its own. */
  more_senders: z.array(z.strictObject({ counterparty_name: z.string().nullable(), phones: z.array(z.string()) })),
  state: z.enum(['ok', 'expired', 'daily_limit']),
})
export type CarrierKey = z.infer<typeof CarrierKey>

export const KeyChange = CarrierKey.partial().required({ key: true })
export type KeyChange = z.infer<typeof KeyChange>

const blank = {
  name: 'Тестовий Відправник Перший',
  phones: ['380500000001'],
  counterparty_name: null,
  more_senders: [],
  state: 'ok',
}

/** The default senders: two, so that a parcel can be another sender's. */
const demoKeys: KeyChange[] = [
  { key: '1'.repeat(32) },
  {
    key: '2'.repeat(32),
    name: 'Дем’янчук Соломія Ігорівна',
    phones: ['380500000021'],
    counterparty_name: 'ФОП Дем’янчук Соломія Ігорівна',
  },
]

/** The carrier's own table of keys. */
export const createKeys = (given: readonly KeyChange[] = demoKeys) => {
  let keys = new Map<string, CarrierKey>()

  /** Adds, or changes the given fields of one that is there. */
  const put = (changes: readonly KeyChange[]) => {
    for (const change of changes)
      keys.set(change.key, CarrierKey.parse({ ...blank, ...keys.get(change.key), ...change }))
    return changes.length
  }
  put(given)

  return {
    put,
    all: (): CarrierKey[] => [...keys.values()],
    find: (key: string): CarrierKey | undefined => keys.get(key),
    clear: () => {
      const count = keys.size
      keys = new Map()
      return count
    },
  }
}

export type Keys = ReturnType<typeof createKeys>
