import { deletedCode, isReceived, unknownCode } from '#/contract/carrier-statuses.ts'
import type { ParcelStatus } from '#/server/integrations/carrier/carrier-client.ts'
import type { TrackedParcel } from './tracked-parcel.ts'

/** Which TTN of this parcel the carrier is asked about now. */
export const askedTtn = ({ ttn, followed_ttn, asked_ttn }: Pick<TrackedParcel, 'ttn' | 'followed_ttn' | 'asked_ttn'>) =>
  asked_ttn ?? followed_ttn ?? ttn

/** No parcel is redirected so often; a longer chain is a mistake, and must end. */
const longestWay = 10

/**
 * The TTN to ask about at once because the parcel continues under it; null: there is none. Only parcels of ours are
 * followed. A number the parcel already had is a circle.
 */
export function successorToAsk(parcel: TrackedParcel): string | null {
  const { ttn, followed_ttn, passed_ttns, successor_ttn, successor_kind } = parcel
  if (successor_ttn === null || successor_kind !== 'redirect' || parcel.cash_register_id === null) return null
  if (isReceived(parcel.status_code) || passed_ttns.length >= longestWay) return null
  return [ttn, followed_ttn, ...passed_ttns].includes(successor_ttn) ? null : successor_ttn
}

/**
 * The successor is on its way: from now on all fields are about it. A number the carrier does not know, or one that was
 * deleted, is not.
 */
export const isUnderWay = ({ status_code }: Pick<ParcelStatus, 'status_code'>): boolean =>
  status_code !== null && status_code !== unknownCode && status_code !== deletedCode

/**
 * The TTN that is followed was deleted: the redirection was taken back, and the parcel goes on under the one before. It is asked about at
 * once; until then what was last known stands.
 */
export function backFromDeleted(
  known: TrackedParcel,
  { status_code }: Pick<ParcelStatus, 'status_code'>,
): TrackedParcel | null {
  const { ttn, followed_ttn, passed_ttns, asked_ttn } = known
  if (followed_ttn === null || asked_ttn !== null || status_code !== deletedCode) return null
  const before = passed_ttns.at(-1) ?? ttn
  return { ...known, followed_ttn: before === ttn ? null : before, passed_ttns: passed_ttns.slice(0, -1) }
}

/** The parcel as its successor; what was known of the one before does not hold for it. */
export const followed = (known: TrackedParcel): TrackedParcel =>
  known.asked_ttn === null
    ? known
    : {
        ...known,
        followed_ttn: known.asked_ttn,
        passed_ttns: [...known.passed_ttns, known.followed_ttn ?? known.ttn],
        asked_ttn: null,
        successor_ttn: null,
        successor_kind: null,
      }
