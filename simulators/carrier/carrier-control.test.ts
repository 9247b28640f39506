import { expect, test } from 'vitest'
import { ownKey, startCarrier } from './test-carrier.ts'

const ttn = '20450000000081'

test('parcels are put, changed and removed through the control API', async () => {
  const { control, parcels } = await startCarrier()
  expect((await control('PUT', '/parcels', [{ ttn }, { ttn: '20450000000082' }])).json).toEqual({ removed: 0, put: 2 })
  expect((await control('POST', '/parcels', { ttn, cod: { kind: 'payment_control', amount: 10.05 } })).json).toEqual({
    put: 1,
  })
  expect((await control('POST', '/parcels', { ttn, order_number: 'UA-1' })).json).toEqual({ put: 1 })
  expect(parcels.find(ttn)).toMatchObject({ cod: { amount: 10.05 }, order_number: 'UA-1', status_code: 1 })
  expect((await control('PUT', `/parcels/${ttn}`, { status_code: 9 })).json).toEqual({ removed: 1, put: 1 })
  expect(parcels.find(ttn)).toMatchObject({ cod: { amount: 0 }, order_number: '', status_code: 9 })
  expect((await control('DELETE', `/parcels/${ttn}`)).json).toEqual({ removed: 1 })
  expect((await control('DELETE', '/parcels')).json).toEqual({ removed: 1 })
})

test.each([
  ['a number of thirteen digits', { ttn: '2045000000008' }],
  ['parts of a kopiyka', { ttn, cod: { kind: 'payment_control', amount: 1.001 } }],
  ['a field that is not there', { ttn, colour: 'red' }],
])('%s is not understood, and nothing changes', async (_what, parcel) => {
  const { control, parcels } = await startCarrier()
  const { status, json } = await control('POST', '/parcels', parcel)
  expect(status).toBe(400)
  expect(json).toHaveProperty('message')
  expect(parcels.all()).toEqual([])
})

test('keys are put, changed and replaced through the control API', async () => {
  const { control, keys } = await startCarrier()
  expect((await control('POST', '/keys', { key: ownKey, state: 'expired' })).json).toEqual({ put: 1 })
  expect(keys.find(ownKey)).toMatchObject({ state: 'expired', phones: ['380500000001'] })
  expect((await control('PUT', '/keys', [{ key: 'k', name: 'Щербак Юрій' }])).json).toEqual({ removed: 2, put: 1 })
  expect((await control('GET', '/keys')).json).toMatchObject({ keys: [{ key: 'k', name: 'Щербак Юрій', state: 'ok' }] })
})

test('settings are seen and set; what is left out is the default again', async () => {
  const { control } = await startCarrier({ bad_key: 'masked' })
  expect((await control('GET', '/settings')).json).toMatchObject({ bad_key: 'masked', mixed_batch: 'fails' })
  expect((await control('PUT', '/settings', { most_per_minute: 60 })).json).toEqual({
    bad_key: 'error',
    mixed_batch: 'fails',
    most_per_minute: 60,
    limit_answer: 'body',
    recipient_key_sees_sender: false,
    phone_warning_code: false,
  })
  expect((await control('PUT', '/settings', { bad_key: 'ignored' })).status).toBe(400)
})
