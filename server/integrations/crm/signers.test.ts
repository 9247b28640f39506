import { describe, expect, test } from 'vitest'
import { createSigner, signerNames, type SignerName } from './signers.ts'
import { SigningOptions, type RpcRequest, type SigningCall } from './signing.ts'

const raw_body =
  '{"jsonrpc":"2.0","id":1,"method":"GetOrders","params":{"limit":50,"offset":0,"updated_from":"2026-01-01T00:00:00Z"}}'
const rpc: RpcRequest = {
  jsonrpc: '2.0',
  id: 1,
  method: 'GetOrders',
  params: { limit: 50, offset: 0, updated_from: '2026-01-01T00:00:00Z' },
}
const call: SigningCall = {
  method: 'POST',
  path: '/api/rpc',
  rpc,
  raw_body,
  now: new Date(1_767_225_600_000),
  nonce: '0123456789abcdef',
  key: 'demo-key',
  secret: 'demo-secret',
}
const options = (given: Partial<SigningOptions>) => SigningOptions.parse(given)

describe('each scheme gives the vector of the reference', () => {
  const inHeaders: [SignerName, Record<string, string>][] = [
    [
      'timestamp-nonce-body',
      {
        'X-Key': 'demo-key',
        'X-Timestamp': '1767225600',
        'X-Nonce': '0123456789abcdef',
        'X-Signature': '25f9b715282b44b188169947af2c1f0ac8b9fd4881833289854e895464199027',
      },
    ],
    [
      'body',
      {
        'X-Key': 'demo-key',
        'X-Signature': 'f4c4d5d0612ddaf3887088823edebd376c70fa02eb3524573e47a10794f1b664',
      },
    ],
    [
      'timestamp-method-path-body',
      {
        'X-Key': 'demo-key',
        'X-Timestamp': '1767225600',
        'X-Signature': '0wonanRPl6u7sz+cLTnONqR9U1fN5mi8LIWHMv3Odf0=',
      },
    ],
    [
      'key-timestamp-secret',
      {
        'X-Key': 'demo-key',
        'X-Timestamp': '1767225600',
        'X-Signature': '6d93e22eeb46dc3a5651afad9708a0304826b2ce484c0c23d088a9a5cf3b6712',
      },
    ],
  ]
  test.each(inHeaders)('%s', (name, headers) => {
    expect(createSigner(name)(call)).toEqual({ headers })
  })

  test.each([
    ['sorted-params-md5', 'f647867657fe9c3d6be0dc34842b6ad6'],
    ['sorted-params-sha256', '52261431d82d6757eb441da1aa74f56a753d8ef902282f624a47c9a5f6495782'],
  ] as const)('%s, inside the params', (name, sign) => {
    expect(createSigner(name)(call)).toEqual({
      headers: { 'X-Key': 'demo-key' },
      rpc: { ...rpc, params: { ...rpc.params, ts: 1_767_225_600, sign } },
    })
  })

  test('tonce, with seconds', () => {
    const signer = createSigner('tonce', options({ time: 'seconds' }))
    expect(signer({ ...call, rpc: { ...rpc, params: { limit: 50, offset: 0 } } })).toEqual({
      headers: {
        Authorization: 'Basic ZGVtby1rZXk6NjgzODM0MjNiZjdiZDliMjQ1YzBlOTk4NDQyZmE2NGEwMmRiMDk4OA==',
        'Json-Rpc-Tonce': '1767225600',
      },
    })
  })
})

describe('what CRMs of one scheme do differently', () => {
  test('the canonical body has sorted keys, so their order does not matter', () => {
    const signer = createSigner('body', options({ canonical: true }))
    const turned: RpcRequest = { params: rpc.params, method: rpc.method, id: 1, jsonrpc: '2.0' }
    expect(signer({ ...call, rpc: turned })).toEqual(signer(call))
    expect(signer(call)).not.toEqual(createSigner('body')(call))
  })

  test('upper case, other header names, milliseconds', () => {
    const headers = { key: 'X-Client-Id', timestamp: 'X-Time', nonce: 'X-N', signature: 'Sign' }
    const signer = createSigner('timestamp-nonce-body', options({ encoding: 'HEX', time: 'milliseconds', headers }))
    const signed = signer(call).headers
    expect(Object.keys(signed)).toEqual(['X-Client-Id', 'X-Time', 'X-N', 'Sign'])
    expect(signed['X-Time']).toBe('1767225600000')
    expect(signed['Sign']).toMatch(/^[0-9A-F]{64}$/)
  })

  test('sorted params drop what is empty and never sign the signature itself', () => {
    const signer = createSigner('sorted-params-md5')
    const withEmpty = { ...rpc, params: { ...rpc.params, note: '', nothing: null, sign: 'old' } }
    const [plain, padded] = [rpc, withEmpty].map((given) => signer({ ...call, rpc: given }).rpc?.params)
    expect(padded).toMatchObject({ sign: Object.getOwnPropertyDescriptor(plain, 'sign')?.value })
  })

  test.each([
    [{ secret_place: 'prepend' }],
    [{ secret_place: 'key' }],
    [{ pair: '', join: '' }],
    [{ drop_empty: false }],
    [{ digest: 'sha1' }],
    [{ time: 'iso' }],
  ] as const)('sorted params with %o are signed otherwise', (given) => {
    const withNull = { ...call, rpc: { ...rpc, params: { ...rpc.params, nothing: null } } }
    const [plain, other] = [options({}), options(given)].map((o) => createSigner('sorted-params-md5', o)(withNull))
    expect(other).not.toEqual(plain)
  })

  test('a tonce differs between two tries of the same millisecond', () => {
    const signer = createSigner('tonce')
    const tonces = ['0001', '0002'].map((nonce) => signer({ ...call, nonce }).headers['Json-Rpc-Tonce'])
    expect(tonces).toEqual(['1767225600000001', '1767225600000002'])
  })
})

test.each(signerNames)('%s: the secret itself is never sent, and a changed secret changes the signature', (name) => {
  const signer = createSigner(name)
  expect(JSON.stringify(signer(call))).not.toContain('demo-secret')
  expect(signer({ ...call, secret: 'other' })).not.toEqual(signer(call))
})
