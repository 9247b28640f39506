import { Command } from 'commander'
import { capitalized, ended } from '#/contract/sentences.ts'
import { lookAtSync, toReport } from '../orders/syncing/look-at-sync.ts'
import { syncOrders } from '../orders/syncing/sync-orders.ts'
import { ifNoSyncRuns } from '../orders/syncing/sync-store.ts'
import { Explained } from '../platform/explained.ts'
import type { Output } from './output.ts'
import { withApp } from './with-app.ts'

export const syncCommand = (output: Output): Command =>
  new Command('sync').description('забрати замовлення з CRM зараз').action(() =>
    withApp(async (app) => {
      const outcome = await ifNoSyncRuns(app.db, () => syncOrders(app, { retry: true }))
      if (outcome === 'busy') throw new Explained('замовлення саме забирає інший процес; повторіть за хвилину.')
      const { added, updated, held, failure } = outcome
      output.out(`Нових: ${added}, оновлено: ${updated}, залишено як є (змінили касири або є чек): ${held}.`)
      const { unreadable, other_crm } = toReport(await lookAtSync(app), false)
      const { count, items } = unreadable
      if (count > 0) output.out(`Не вдалося прочитати: ${count}. Виправте дані в CRM:`)
      for (const { crm_id, number, field, detail } of items)
        output.out(`  ідентифікатор ${crm_id ?? '—'}, № ${number ?? '—'}, поле ${field}: ${detail}`)
      const whatNext = other_crm === null ? '' : ' Вирішити: kasyr crm show.'
      if (failure)
        throw new Explained(`не вдалося забрати замовлення з CRM. ${capitalized(ended(failure.detail))}${whatNext}`)
    }),
  )
