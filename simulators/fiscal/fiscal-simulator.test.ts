import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createHandClock } from '../frame/clock.ts'
import { startFiscalSimulator } from './fiscal-simulator.ts'

const agent = { 'user-agent': 'a-client/1' }
const real = { ...agent, 'x-license-key': 'demo-license-key' }

const start = async () => {
  const simulator = await startFiscalSimulator({ clock: createHandClock(Date.UTC(2026, 0, 15)) })
  onTestFinished(simulator.close)
  const ask = async (path: string, headers: Record<string, string> = real, init: RequestInit = {}) => {
    const response = await fetch(simulator.api_url + path, { ...init, headers })
    const text = await response.text()
    const isJson = response.headers.get('content-type') === 'application/json'
    const json: unknown = isJson ? JSON.parse(text) : text
    return { status: response.status, json }
  }
  const signIn = (pin_code: unknown = '1111', headers: Record<string, string> = real) =>
    ask('/cashier/signinPinCode', headers, { method: 'POST', body: JSON.stringify({ pin_code }) })
  const signedIn = async () => {
    const { access_token } = z.object({ access_token: z.string() }).parse((await signIn()).json)
    return { ...real, authorization: `Bearer ${access_token}` }
  }
  const control = async (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
    const response = await fetch(simulator.control_url + path, init)
    return { status: response.status, json: await response.json() }
  }
  return { ...simulator, ask, signIn, signedIn, control }
}

test('a licence key alone tells of the register', async () => {
  const { ask } = await start()
  expect(await ask('/cash-registers/info')).toMatchObject({
    status: 200,
    json: { fiscal_number: '4000123456', is_test: false, has_shift: false, title: 'Інтернет-магазин' },
  })
  expect(await ask('/cash-registers/info', { ...agent, 'x-license-key': 'test-license-key' })).toMatchObject({
    json: { fiscal_number: 'TEST123456', is_test: true, ettn_acquiring_id: null },
  })
})

test('a PIN opens the cashier: profile, signature, taxes, billing and the shift', async () => {
  const { ask, signedIn, registers } = await start()
  const headers = await signedIn()
  expect(await ask('/cashier/me', headers)).toMatchObject({
    status: 200,
    json: {
      full_name: 'Лук’яненко Соломія Ігорівна',
      blocked: null,
      permissions: { ettn: true },
      certificate_end: '2027-01-15T00:00:00.000Z',
      organization: { is_vat: false },
    },
  })
  expect((await ask('/cashier/check-signature', headers)).json).toEqual({
    type: 'CLOUD_SIGNATURE_3',
    online: true,
    shift_open_possibility: true,
  })
  expect((await ask('/cashier/tax', headers)).json).toMatchObject([{ code: 8, label: 'Без ПДВ', rate: 0 }])
  expect((await ask('/organization/billing-status', headers)).json).toEqual({ status: 'ACTIVE', date_to_block: null })
  expect(await ask('/cashier/shift', headers)).toEqual({ status: 200, json: null })
  registers.change('demo-license-key', { shift: { status: 'OPENED' } })
  expect((await ask('/cashier/shift', headers)).json).toMatchObject({
    status: 'OPENED',
    cash_register: { fiscal_number: '4000123456' },
  })
  expect((await ask('/cash-registers/info')).json).toMatchObject({ has_shift: true })
})

test('the token is a JWT that says who and when, and not until when', async () => {
  const { signedIn } = await start()
  const [, claims = ''] = (await signedIn()).authorization.split('.')
  const read: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString())
  expect(Object.keys(z.looseObject({}).parse(read)).sort()).toEqual(['iat', 'jti', 'nbf', 'sub', 'token_type'])
})

describe('each refusal is the one the live API gives', () => {
  test('by its code: PIN, licence key, stale token, no token', async () => {
    const { ask, signIn, signedIn, tokens } = await start()
    const refusal = async (asked: ReturnType<typeof ask>) => {
      const { status, json } = await asked
      return [status, z.object({ code: z.string().nullable() }).parse(json).code]
    }
    expect(await refusal(signIn('9999'))).toEqual([403, 'cashier.invalid_credentials'])
    const unknown = { ...agent, 'x-license-key': 'nobody-has-it' }
    expect(await refusal(signIn('1111', unknown))).toEqual([401, 'cash_register.invalid_license_key'])
    expect(await refusal(ask('/cash-registers/info', unknown))).toEqual([401, 'cash_register.invalid_license_key'])
    expect(await ask('/cashier/me')).toEqual({ status: 403, json: { message: 'Not authenticated', code: null } })
    const headers = await signedIn()
    expect(await refusal(ask('/cashier/me', { ...headers, authorization: 'Bearer nonsense' }))).toEqual([
      401,
      'base.credentials',
    ])
    expect((await ask('/cashier/me', headers)).status).toBe(200)
    tokens.expire()
    expect(await refusal(ask('/cashier/me', headers))).toEqual([401, 'base.credentials'])
    expect((await ask('/cashier/me', await signedIn())).status).toBe(200)
  })

  test('by what is missing or malformed: the licence key header, the body', async () => {
    const { ask, signIn, signedIn } = await start()
    const { 'x-license-key': _, ...keyless } = await signedIn()
    for (const { status, json } of [
      await ask('/cash-registers/info', agent),
      await signIn('1111', agent),
      await ask('/organization/billing-status', keyless),
    ]) {
      expect(status).toBe(422)
      expect(json).toMatchObject({ code: 'validation.custom', detail: [{ loc: ['header', 'x-license-key'] }] })
    }
    expect((await ask('/cashier/me', keyless)).status).toBe(200)
    expect(await signIn(1111)).toMatchObject({ status: 422, json: { detail: [{ loc: ['body', 'pin_code'] }] } })
    const empty = await ask('/cashier/signinPinCode', real, { method: 'POST', body: '{}' })
    expect(empty).toMatchObject({ status: 422, json: { detail: [{ loc: ['body', 'pin_code'], type: 'missing' }] } })
    expect((await ask('/cashier/signinPinCode', real, { method: 'POST', body: 'pin=1111' })).status).toBe(422)
  })

  test.each(['', 'node', 'undici'])('by the proxy in front, for the User-Agent «%s»', async (name) => {
    const { ask, url } = await start()
    const { status, json } = await ask('/cash-registers/info', { ...real, 'user-agent': name })
    expect(status).toBe(403)
    expect(json).toContain('Error 1010')
    expect((await fetch(`${url}/status`, { headers: { 'user-agent': name } })).status).toBe(403)
  })

  test('by the name of the client, which must be ASCII', async () => {
    const { ask } = await start()
    expect((await ask('/cash-registers/info', { ...real, 'x-client-name': 'kasyr \u{ef}' })).status).toBe(400)
    expect((await ask('/cash-registers/info', { ...real, 'x-client-name': 'kasyr' })).status).toBe(200)
  })
})

test('its status needs no credentials and tells the time of the world', async () => {
  const { url } = await start()
  const answer = await fetch(`${url}/status`, { headers: agent })
  expect(await answer.json()).toEqual({ status: 'ok', timestamp: '2026-01-15T00:00:00.000000+00:00' })
})

test('an answer that its own description does not allow is a bug of the simulator, and looks like one', async () => {
  const { ask, signedIn, registers } = await start()
  const headers = await signedIn()
  const register = registers.find('demo-license-key')
  Object.assign(register?.cashier ?? {}, { full_name: 7 })
  const { status, json } = await ask('/cashier/me', headers)
  expect(status).toBe(500)
  expect(json).toHaveProperty('simulator_error')
})

test('registers are put, changed and replaced, and tokens expire, through the control API', async () => {
  const { control, registers, ask, signedIn } = await start()
  const headers = await signedIn()
  expect(await control('POST', '/registers', { license_key: 'third', cashier: { pin: '0007' } })).toMatchObject({
    status: 200,
    json: { title: 'Інтернет-магазин', cashier: { pin: '0007', blocked: null } },
  })
  expect(registers.all()).toHaveLength(3)
  const changes = { title: 'Нова назва', cashier: { signature: { online: false } } }
  expect((await control('PATCH', '/registers/third', changes)).json).toMatchObject({
    title: 'Нова назва',
    cashier: { pin: '0007', signature: { online: false, type: 'CLOUD_SIGNATURE_3' } },
  })
  expect((await control('PATCH', '/registers/nobody', {})).status).toBe(400)
  expect((await control('POST', '/registers', { license_key: 'x', colour: 'red' })).status).toBe(400)
  expect((await control('PUT', '/registers', [{ license_key: 'y' }, { license_key: 1 }])).status).toBe(400)
  expect(registers.all()).toHaveLength(3)
  expect((await control('POST', '/tokens/expire')).json).toEqual({ expired: 1 })
  expect((await ask('/cashier/me', headers)).status).toBe(401)
  await control('PUT', '/registers', [{ license_key: 'only' }])
  expect((await control('GET', '/registers')).json).toMatchObject({ registers: [{ license_key: 'only' }] })
})
