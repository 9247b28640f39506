import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { createHandClock } from '../frame/clock.ts'
import { startFiscalSimulator } from './fiscal-simulator.ts'

type Options = NonNullable<Parameters<typeof startFiscalSimulator>[0]>

export const ttn = '20450000000001'

/** The example of the reference: 850.00 + 2 × 199.50 − 49.00 = 1200.00. */
export const ettnBody = (more: { ettn?: string; value?: number; body?: object; envelope?: object } = {}) => ({
  provider: 'novapost',
  receipt_body: {
    goods: [
      { good: { code: 'SKU-101', name: 'Чохол для телефону', price: 85_000 }, quantity: 1000, is_return: false },
      { good: { code: 'SKU-207', name: 'Захисне скло', price: 19_950 }, quantity: 2000, is_return: false },
    ],
    discounts: [{ type: 'DISCOUNT', mode: 'VALUE', value: 4900, name: 'Знижка' }],
    payments: [
      {
        type: 'ETTN',
        label: 'Платіж через інтегратора NovaPay',
        value: more.value ?? 120_000,
        ettn: more.ettn ?? ttn,
      },
    ],
    rounding: false,
    delivery: { phone: '380671112233' },
    ...more.body,
  },
  ...more.envelope,
})

const Ettn = z.looseObject({ id: z.string(), status: z.string(), receiptId: z.string().nullable() })

/** A cashier signed in at the simulator, with all time in the test's hand. */
export const startSignedIn = async (options: Options = {}) => {
  const clock = createHandClock(Date.UTC(2026, 0, 15))
  const simulator = await startFiscalSimulator({ clock, ...options })
  onTestFinished(simulator.close)
  const agent = { 'user-agent': 'a-client/1' }

  const send = async (headers: Record<string, string>, method: string, path: string, body?: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await fetch(simulator.api_url + path, {
      method,
      headers,
      ...(text === undefined ? {} : { body: text }),
    })
    const json: unknown = JSON.parse(await response.text())
    return { status: response.status, retry_after: response.headers.get('retry-after'), json }
  }
  const signedIn = async (license_key: string, pin_code: string) => {
    const headers = { ...agent, 'x-license-key': license_key }
    const { json } = await send(headers, 'POST', '/cashier/signinPinCode', { pin_code })
    return { ...headers, authorization: `Bearer ${z.object({ access_token: z.string() }).parse(json).access_token}` }
  }
  const signIn = async (license_key: string, pin_code: string) => {
    const headers = await signedIn(license_key, pin_code)
    return (method: string, path: string, body?: unknown) => send(headers, method, path, body)
  }
  const call = await signIn('demo-license-key', '1111')

  return {
    ...simulator,
    clock,
    signIn,
    /** For a call past `call`. */
    headers: () => signedIn('demo-license-key', '1111'),
    call,
    create: (more?: Parameters<typeof ettnBody>[0]) => call('POST', '/ettn', ettnBody(more)),
    /** One that is there. */
    created: async (more?: Parameters<typeof ettnBody>[0]) =>
      Ettn.parse((await call('POST', '/ettn', ettnBody(more))).json),
    get: async (id: string) => Ettn.parse((await call('GET', `/ettn/${id}`)).json),
    /** The ids or whatever else of the documents in the list. */
    list: async (query = '') => {
      const { json } = await call('GET', `/ettn${query}`)
      return z.array(z.looseObject({ id: z.string(), ettnNumber: z.string(), status: z.string() })).parse(json)
    },
    control: async (method: string, path: string, body?: unknown) => {
      const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
      const response = await fetch(simulator.control_url + path, init)
      const json: unknown = await response.json()
      return { status: response.status, json }
    },
  }
}
