import { Command } from 'commander'
import { trackParcels } from '../parcels/track-parcels.ts'
import { Explained } from '../platform/explained.ts'
import type { Output } from './output.ts'
import { withApp } from './with-app.ts'

export const trackCommand = (output: Output): Command =>
  new Command('track').description('спитати Нову пошту про всі посилки, яким настав час').action(() =>
    withApp(async (app) => {
      const report = await trackParcels(app)
      if (report === 'busy') throw new Explained('посилки саме перевіряє інший процес; повторіть за хвилину.')
      const { answered, changed, troubled } = report
      output.out(`Відповідей Нової пошти: ${answered}, змінилося замовлень: ${changed}.`)
      if (troubled.length > 0)
        throw new Explained(`не вдалося спитати для кас: ${troubled.join(', ')}. Причину показує kasyr register list.`)
    }),
  )
