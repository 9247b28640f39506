import { Command } from 'commander'
import { syncOrders } from '../orders/sync-orders.ts'
import { ifNobodySyncs } from '../orders/sync-store.ts'
import { Explained } from '../platform/explained.ts'
import type { Output } from './output.ts'
import { withApp } from './with-app.ts'

export const syncCommand = (output: Output): Command =>
  new Command('sync').description('забрати замовлення з CRM зараз').action(() =>
    withApp(async (app) => {
      const outcome = await ifNobodySyncs(app.db, () => syncOrders(app))
      if (outcome === 'busy') throw new Explained('замовлення саме забирає інший процес; повторіть за хвилину.')
      const { added, updated, held, failure } = outcome
      output.out(`Нових: ${added}, оновлено: ${updated}, залишено як є (змінили касири або є чек): ${held}.`)
      if (failure) throw new Explained(`не вдалося забрати замовлення з CRM. ${failure.detail}`)
    }),
  )
