import { z } from 'zod'
import type { Broken, Law } from './law.ts'

const Line = z.looseObject({ good: z.looseObject({ name: z.string(), price: z.number() }), quantity: z.number() })
const Body = z.looseObject({
  receipt_body: z.looseObject({ goods: z.array(Line), payments: z.array(z.looseObject({ ettn: z.string() })) }),
})
const Seen = z.tuple([z.array(z.unknown()), z.number()])

/** What is sent has the goods that a person confirmed, at whatever time. */
export const whatIsSentWasConfirmed: Law = ({ outside, decisions }) =>
  outside.fiscal.log.entries().flatMap(({ operation, body, at }): Broken[] => {
    if (operation !== 'create_ettn') return []
    const { data } = Body.safeParse(JSON.parse(body))
    const ttn = data?.receipt_body.payments[0]?.ettn
    const confirmed = ttn === undefined ? undefined : decisions.confirmed.get(ttn)
    if (data === undefined || confirmed === undefined || confirmed.includes(null)) return []
    const sent = JSON.stringify(data.receipt_body.goods.map(({ good, quantity }) => [good.name, good.price, quantity]))
    const isKnown = confirmed.some((seen) => JSON.stringify(Seen.parse(JSON.parse(seen ?? ''))[0]) === sent)
    return isKnown
      ? []
      : [
          {
            law: 'what is sent was confirmed',
            about: ttn ?? '',
            detail: `${at}: ${sent} was sent, ${confirmed.join(' or ')} was confirmed`,
          },
        ]
  })
