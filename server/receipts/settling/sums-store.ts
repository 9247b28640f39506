import type { Tx } from '#/server/platform/database/db.ts'
import { rowFrom } from '#/server/platform/database/rows.ts'

/** The sums that differ from the receipt's own, and whether a person has accepted just these. */
export interface OtherSums {
  control: number | null
  fiscal: number | null
  is_shown: boolean
}

/** `is_shown`: people are shown them now. */
export const findOtherSums = (tx: Tx, receiptId: string): Promise<OtherSums | undefined> =>
  rowFrom(tx)`
    select control, fiscal, has_counterpart and (
        (control is not null and accepted_control is distinct from control)
        or (fiscal is not null and accepted_fiscal is distinct from fiscal)) as is_shown
    from (
      select case when o.cod_amount <> rc.amount then o.cod_amount end as control,
        case when rc.fiscal_amount <> rc.amount and rc.state = 'fiscalized' then rc.fiscal_amount end as fiscal,
        rc.accepted_control, rc.accepted_fiscal,
        counts(rc) and rc.returned_at is null and coalesce(o.parcel_group not in ('refused', 'deleted'), true) as has_counterpart
      from receipts rc join orders o on o.id = rc.order_id where rc.id = ${receiptId}) sums`
