import { expect, test } from 'vitest'
import { startMoneyDesk } from '#/test/support/money-desk.ts'
import { patience } from '#/test/support/patience.ts'

const desk = await startMoneyDesk()

/** Long enough that eight of them, one after another in the database, took longer than a statement may. */
const longList = (lines: number): string =>
  desk.aPayoutList(
    Array.from({ length: lines }, (_none, index) => ({
      ttn: String(20_460_000_000_000 + index),
      accepted: 10_000,
      commission: 50,
      operation_id: String(7_000_000 + index),
    })),
  )

test(
  'eight previews of the longest payout list at once: each is shown, and nobody waits in the database',
  async () => {
    const text = longList(19_900)
    const answers = await Promise.all(Array.from({ length: 8 }, () => desk.preview(text)))
    expect(answers.map(({ status, body }) => [status, body.lines])).toEqual(answers.map(() => [200, 19_900]))
  },
  patience(300_000),
)
