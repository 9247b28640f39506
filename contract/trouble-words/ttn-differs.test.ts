import { expect, test } from 'vitest'
import { otherTtnWords } from './ttn-differs.ts'

const other = { ttn: '1', crm_ttn: '2', receipt: null, edited: true }

test('the words name both TTNs and what the receipt allows', () => {
  expect(otherTtnWords(other)).toContain('У CRM тепер ТТН 2, а в замовленні — 1')
  expect(otherTtnWords(other)).toContain('візьміть її в замовлення')
  expect(otherTtnWords({ ...other, ttn: null })).toContain('а в замовленні її прибрано')
  expect(otherTtnWords({ ...other, receipt: 'open' })).toContain('скасуйте чек, тоді візьміть ТТН з CRM')
  expect(otherTtnWords({ ...other, receipt: 'open', edited: false })).toContain('замовлення візьме ТТН з CRM саме')
  expect(otherTtnWords({ ...other, receipt: 'fiscal' })).not.toContain('скасуйте')
})
