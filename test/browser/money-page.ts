import type { Page } from 'playwright-core'
import { beforeEach } from 'vitest'
import type { Role } from '#/contract/permissions.ts'
import { sampleRows, withCell, xlsxOf } from '#/test/support/payout-files.ts'
import { openStage } from './browser.ts'
import { heading, person } from './walks.ts'

export const payoutList = { name: 'reestr-40000017.xlsx', bytes: xlsxOf(sampleRows()) }
/** The same payout list with other sums in its first line, and with what they come to. */
export const corrected = {
  name: 'reestr-40000017-new.xlsx',
  bytes: xlsxOf(
    sampleRows({
      lines: withCell(0, 2, 1350).map((row, line) => (line === 0 ? row.with(4, 1343.75) : row)),
      totals: [null, 'Всього:', 2399, 11.5, 2387.5],
    }),
  ),
}
export const noTable = { name: 'rakhunok.pdf', bytes: Buffer.from('%PDF-1.7 рахунок') }
type Given = typeof payoutList

export const names = /^(reestr|rakhunok|new|xlsx|pdf|PDF|UA\d+)$/

export const choose = (page: Page, files: readonly Given[]): Promise<void> =>
  page
    .locator('input[type=file]')
    .setInputFiles(files.map(({ name, bytes }) => ({ name, mimeType: 'application/octet-stream', buffer: bytes })))

/** As if they had been dragged from the desk of the computer onto the page. */
export const drop = (page: Page, files: readonly Given[]): Promise<void> =>
  page.evaluate(
    (given) => {
      const held = new DataTransfer()
      for (const { name, bytes } of given) held.items.add(new File([new Uint8Array(bytes)], name))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: held, bubbles: true, cancelable: true }))
    },
    files.map(({ name, bytes }) => ({ name, bytes: [...bytes] })),
  )

export const upload = (page: Page) => page.getByRole('dialog', { name: 'Завантаження реєстрів переказів' })
export const entry = (page: Page, { name }: Given) => upload(page).getByRole('listitem', { name, exact: true })
export const row = (page: Page, position: number) => page.getByRole('row', { name: new RegExp(`переказ ${position}$`) })

/** A shop that has no payout lists when a test begins. */
export function openMoneyPage() {
  const { app, computer } = openStage()
  beforeEach(async () => {
    await app().db.deleteFrom('payouts').execute()
    await app().db.deleteFrom('withdrawn_payouts').execute()
  })

  async function enter(role: Role = 'cashier'): Promise<Page> {
    const page = await (
      await computer({ viewport: { width: 1280, height: 900 } })
    ).open('/money', await person(app(), role))
    await heading(page, 'Перекази').waitFor()
    return page
  }

  const payouts = () => app().db.selectFrom('payouts').selectAll().execute()
  const actions = async () => {
    const entries = app().db.selectFrom('audit_log').select('action').where('action', 'like', 'money.%')
    return (await entries.orderBy('at').orderBy('id').execute()).map(({ action }) => action)
  }

  return { enter, payouts, actions }
}
