import { fiscalWithoutCode } from './fiscal-without-code.ts'
import { notAsked } from './not-asked.ts'
import { parcelDeleted } from './parcel-deleted.ts'
import { returnDue } from './return-due.ts'
import { saleLeft } from './sale-left.ts'
import { stuck } from './stuck.ts'
import { ttnDiffers } from './ttn-differs.ts'
import { unboundReceived } from './unbound-received.ts'

/** By the name that the API gives each. */
export const troubleKinds = {
  ttn_differs: ttnDiffers,
  unbound_received: unboundReceived,
  not_asked: notAsked,
  stuck: stuck,
  return_due: returnDue,
  fiscal_without_code: fiscalWithoutCode,
  parcel_deleted: parcelDeleted,
  sale_left: saleLeft,
}
