import { expect, test } from 'vitest'
import { otherCrypto } from './approved-crypto.ts'

const found = (text: string, path = 'server/orders/x.ts') => otherCrypto([{ path, text }])

test.each([
  ["createHash('md5').update(text)", 'createHash with md5'],
  ["crypto.createHash('sha1')", 'createHash with sha1'],
  ["createHmac('sha1', secret)", 'createHmac with sha1'],
  ['createHmac(digest, secret)', 'createHmac with what nobody can read here'],
  ["hkdfSync('sha1', secret, '', 'x', 32)", 'hkdfSync with sha1'],
  ["pbkdf2Sync(password, salt, 4096, 32, 'md5')", 'pbkdf2Sync with md5'],
  ["createCipheriv('aes-256-cbc', key, iv)", 'createCipheriv with aes-256-cbc'],
  ["createDecipheriv('aes-128-ecb', key, null)", 'createDecipheriv with aes-128-ecb'],
])('«%s» is found', (text, what) => {
  expect(found(`\n${text}`)).toEqual([`server/orders/x.ts:2 calls ${what}`])
})

test('what is approved, what the CRM wants, tests and simulators are left alone', () => {
  const approved = `createHash('sha256'); createHmac('sha512', a); hkdfSync('sha256', a, b, c, 32)
    pbkdf2Sync(a, b, 4096, 32, 'sha256'); createCipheriv('aes-256-gcm', a, b)`
  expect(found(approved)).toEqual([])
  for (const path of ['server/integrations/crm/signing.ts', 'server/orders/x.test.ts', 'simulators/crm/x.ts'])
    expect(found("createHash('md5')", path)).toEqual([])
})
