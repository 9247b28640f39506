import { expect, test } from 'vitest'
import { identityOf } from './crm-identity.ts'

const url = 'https://crm.example.ua/rpc/canary-token?shop=7'
const key = 'canary-key'
const { fingerprint, host } = identityOf({ url, key })

test.each([
  ['another server', 'https://crm2.example.ua/rpc/canary-token?shop=7', key],
  ['another port', 'https://crm.example.ua:8443/rpc/canary-token?shop=7', key],
  ['another path', 'https://crm.example.ua/rpc/another-token?shop=7', key],
  ['another query', 'https://crm.example.ua/rpc/canary-token?shop=8', key],
  ['another key', url, 'canary-key-2'],
])('%s is another CRM', (_what, other_url, other_key) => {
  expect(identityOf({ url: other_url, key: other_key }).fingerprint).not.toBe(fingerprint)
})

test('another spelling of the same address is the same CRM', () => {
  expect(identityOf({ url: 'HTTPS://CRM.example.ua:443/rpc/canary-token?shop=7', key })).toEqual({ fingerprint, host })
})

test('neither the key nor the rest of the address, which may hold a secret, can be read in it', () => {
  expect([fingerprint, host]).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/), 'crm.example.ua'])
})
