import { z } from 'zod'
import { Id, Instant } from './common.ts'

const NamedRegister = z.strictObject({ id: Id, name: z.string() })

/** Everything about receipts that a person must see to. */
export const ReceiptAlarms = z
  .strictObject({
    attention: z.int().describe('Чеки, які потребують уваги'),
    received_without_receipt: z.int().describe('Посилки, отримані без чека'),
    received: z
      .array(z.strictObject({ order_id: Id, number: z.string(), ttn: z.string().nullable() }))
      .describe('Замовлення цих посилок, найновіші спершу, не більше 100'),
    registers: z
      .array(NamedRegister.extend({ detail: z.string() }))
      .describe('Каси, які зараз не можуть створювати чеків, і чому'),
    orphans: z
      .array(
        z.strictObject({
          provider_id: z.string().nullable(),
          order_id: Id.nullable(),
          at: Instant,
          cash_register: NamedRegister.nullable(),
        }),
      )
      .describe('Документи Checkbox, яких не має за собою жоден чек, не більше 100'),
  })
  .meta({ id: 'ReceiptAlarms' })
export type ReceiptAlarms = z.infer<typeof ReceiptAlarms>
