import { isIPv6 } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { networkOf, siteOf } from './network-of.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::2:3:4:5:6', '2001:db8:0:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:0201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::ffff:192.0.2.1%lo', '192.0.2.1'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['2002:c000:0201::1', '2002:c000:201:0::/64'],
  ['', ''],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2::1', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
  ['2001:db8:2:2::1', '2001:db8:2::/48'],
])('%s belongs to the site %s', (address, site) => {
  expect(siteOf(address)).toBe(site)
})

/** Every way to write eight groups: zeros left out or not, leading zeros, letter case, the end as IPv4, a zone. */
const spellings = fc
  .record({
    groups: fc.array(fc.oneof(fc.constant(0), fc.constant(0xffff), fc.nat(0xffff)), { minLength: 8, maxLength: 8 }),
    mapped: fc.boolean(),
    padded: fc.boolean(),
    upper: fc.boolean(),
    dotted: fc.boolean(),
    zone: fc.constantFrom('', '%eth0', '%1'),
    cut: fc.record({ at: fc.nat(7), length: fc.integer({ min: 0, max: 8 }) }),
  })
  .map(({ groups: any, mapped, padded, upper, dotted, zone, cut }) => {
    const groups = mapped ? [0, 0, 0, 0, 0, 0xffff, ...any.slice(6)] : any
    const hex = groups.map((group) => (padded ? group.toString(16).padStart(4, '0') : group.toString(16)))
    const bytes = groups.slice(6).flatMap((group) => [Math.floor(group / 256), group % 256])
    const parts = dotted ? [...hex.slice(0, 6), bytes.join('.')] : hex
    const end = Math.min(cut.at + cut.length, dotted ? 6 : 8)
    const zeros = groups.slice(cut.at, end)
    const isCut = zeros.length > 0 && zeros.every((group) => group === 0)
    const text = isCut ? `${parts.slice(0, cut.at).join(':')}::${parts.slice(end).join(':')}` : parts.join(':')
    return { groups, bytes, address: (upper ? text.toUpperCase() : text) + zone }
  })

test('every spelling of an address gives its network', () => {
  fc.assert(
    fc.property(spellings, ({ groups, bytes, address }) => {
      expect(isIPv6(address)).toBe(true)
      const isMapped = groups.join() === [0, 0, 0, 0, 0, 0xffff, ...groups.slice(6)].join()
      const [a = 0, b = 0, c = 0, d = 0] = groups
      const expected = isMapped ? bytes.join('.') : `${[a, b, c, d].map((group) => group.toString(16)).join(':')}::/64`
      expect(networkOf(address)).toBe(expected)
    }),
    { numRuns: 5_000 },
  )
})

test('whatever a broken proxy puts there is short enough to be counted by', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 5_000 }), (text) => {
      expect(networkOf(text).length).toBeLessThanOrEqual(64)
    }),
  )
})
