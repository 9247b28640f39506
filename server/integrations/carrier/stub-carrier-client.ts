import { isReceived, unknownCode } from '#/contract/carrier-statuses.ts'
import type { Clock } from '#/server/platform/clock.ts'
import type { CarrierClient, CarrierFailure, KeyOwner, ParcelStatus } from './carrier-client.ts'
import { toComplained, toUnanswered } from './failure-words.ts'
import { sortTtns } from './sort-ttns.ts'
import { inventLife, type ParcelLife } from './stub-parcel-life.ts'
import { statusWords } from './stub-status-words.ts'

/** The two senders of the demo. Any other key is a third sender's, and sees as own what the first one does. */
export const demoCarrierKeys = { main: '1'.repeat(32), second: '2'.repeat(32) } as const

const owners: Record<string, KeyOwner> = {
  [demoCarrierKeys.main]: { name: 'ФОП Ґалаґан Остап Андрійович', phones: ['380500000011'] },
  [demoCarrierKeys.second]: { name: 'ФОП Мар’яненко Соломія Ігорівна', phones: ['380670000022', '380930000022'] },
}
const thirdOwner: KeyOwner = { name: 'ФОП Щербина Дар’я Петрівна', phones: ['380990000033'] }

const ownerOf = (key: string): KeyOwner => owners[key] ?? thirdOwner

/** By the last digit of the TTN; those with a 9 were sent by a sender whose key is not in the demo. */
const isOwn = (key: string, ttn: string): boolean => (key === demoCarrierKeys.second ? /[78]$/ : /[0-6]$/).test(ttn)

/** The carrier of the demo: it knows the parcels of the stub shop. How it differs from the real one is in README.md. */
export function createStubCarrierClient({ clock, seed = 1 }: { clock: Clock; seed?: number }): CarrierClient {
  return {
    kind: 'stub',

    askStatuses: async (key, ttns, signal) => {
      const { good, bad } = sortTtns(ttns)
      const failure = good.length === 0 ? null : whyNot(key, signal)
      if (failure !== null) return { parcels: [], bad_numbers: bad, unanswered: good, failure }
      const now = clock.now().getTime()
      const isRefused = (ttn: string): boolean => ttn.startsWith('00')
      return {
        parcels: good
          .filter((ttn) => !isRefused(ttn))
          .map((ttn) =>
            tellLife(inventLife(seed, ttn, now), { ttn, now, sender: isOwn(key, ttn) ? ownerOf(key) : null }),
          ),
        bad_numbers: [...bad, ...good.filter(isRefused)],
        unanswered: [],
        failure: null,
      }
    },

    askKeyOwner: async (key, signal) => {
      const failure = whyNot(key, signal)
      return failure === null ? { ok: true, owner: ownerOf(key) } : { ok: false, failure }
    },
  }
}

function whyNot(key: string, signal?: AbortSignal): CarrierFailure | null {
  if (signal?.aborted) return toUnanswered('cancelled')
  return key.trim() === '' || key.startsWith('bad') ? toComplained('key_rejected', '') : null
}

/** `sender`: the owner of the key that asks, if the parcel is theirs. */
function tellLife(
  life: ParcelLife,
  { ttn, now, sender }: { ttn: string; now: number; sender: KeyOwner | null },
): ParcelStatus {
  const passed = life.steps.filter(({ at }) => at <= now)
  const [known] = passed
  const status_code = passed.at(-1)?.code ?? unknownCode
  const received = passed.find(({ code }) => isReceived(code))
  const isPaid = received !== undefined || (life.paid_ahead_at !== null && life.paid_ahead_at <= now)
  const isShown = sender !== null && status_code !== unknownCode
  const { returned } = life
  return {
    ttn,
    status_code,
    status_text: statusWords(status_code, life.city),
    own: isShown,
    sender_phone: isShown ? (sender.phones[0] ?? null) : null,
    cod_amount: isShown ? life.codAmount(now) : null,
    cod_kind: isShown ? life.cod_kind : null,
    paid: isShown && life.cod_kind !== null && isPaid,
    received_at: received === undefined ? null : new Date(received.at).toISOString(),
    made_at: known === undefined ? null : new Date(known.at).toISOString(),
    successor: returned !== null && returned.at <= now ? { ttn: returned.ttn, kind: 'return' } : null,
  }
}
