import { z } from 'zod'

/** A CRM as people see it: its address, and what tells it from another one at the same address. */
const Crm = z.strictObject({
  fingerprint: z.string().describe('Відбиток адреси й ключа: ним рішення називає CRM'),
  host: z.string().describe('Адреса сервера'),
})

/** The settings name another CRM than the orders are from, and no admin has said yet what that means. */
export const OtherCrm = z.strictObject({
  present: Crm.describe('CRM з налаштувань'),
  before: Crm.describe('CRM, з якої замовлення в черзі'),
})
export type OtherCrm = z.infer<typeof OtherCrm>

/**
 * What a person says of another CRM. Both are named, so that a decision is never taken for one about a third CRM. `same`: its orders are the
 * orders that are there. `new`: they are others, whatever ids they have.
 */
export const CrmDecision = z.strictObject({
  decision: z
    .enum(['same', 'new'])
    .describe('same: той самий магазин за іншою адресою чи ключем; new: інший магазин, його замовлення — інші'),
  present: z.string().min(1).max(64).describe('Відбиток CRM з налаштувань'),
  before: z.string().min(1).max(64).describe('Відбиток CRM, з якої замовлення в черзі'),
})
export type CrmDecision = z.infer<typeof CrmDecision>
