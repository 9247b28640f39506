import { sql, type RawBuilder } from 'kysely'
import { fiscalWithoutCodeWords, type FiscalWithoutCode } from '#/contract/trouble-words/fiscal-without-code.ts'
import type { TroubleKind, TroubleRow } from './trouble.ts'

/** The longest a register may work without the tax service in one go, by law. */
const offlineHours = 36

/** Fiscal receipts whose number has not come for too long, and those made offline that the tax service has not got. */
export const fiscalWithoutCode: TroubleKind<TroubleRow & FiscalWithoutCode> = {
  // Each half by an index of its own.
  select: ({ stuck_before }) => sql`
    ${told(sql`rc.state = 'fiscalized' and rc.fiscal_code is null and rc.returned_at is null`, stuck_before, 0)}
    union all
    ${told(
      sql`rc.is_created_offline and rc.is_sent_dps is not true and rc.returned_at is null and rc.fiscal_code is not null`,
      stuck_before,
      offlineHours,
    )}`,
  words: fiscalWithoutCodeWords,
}

/**
 * Another hand made its document at a till that is not in this program: no register of ours is shown its fiscal receipt, so nothing
 * follows from a number that is missing here. While the number of a register is not known, the till may be that one.
 */
const isOfAnotherTill = sql`rc.attempt = 0 and exists (
  select from provider_documents d
  where d.provider_id = rc.provider_id and d.register_fiscal_number is not null and not exists (
    select from cash_registers r
    where coalesce(r.health #>> '{fiscal,facts,fiscal_number}', d.register_fiscal_number) = d.register_fiscal_number))`

const told = (condition: RawBuilder<unknown>, before: Date, hours: number): RawBuilder<unknown> => sql`
  select rc.order_id, rc.id as receipt_id, rc.cash_register_id, rc.amount, begun.at as since,
    rc.fiscal_code is not null as is_offline, rc.problem
  from receipts rc cross join lateral (
    select max(e.at) as at from receipt_events e
    where e.receipt_id = rc.id and e.to_state = 'fiscalized' and e.from_state is distinct from 'fiscalized') begun
  where rc.retired_at is null and ${condition} and not (${isOfAnotherTill})
    and begun.at <= ${before.toISOString()}::timestamptz - make_interval(hours => ${hours})`
