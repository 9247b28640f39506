import { createHook } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import { describe, expect, test } from 'vitest'
import { checkPassword, defaultCost, hashPassword } from './passwords.ts'

const cheap = { memory_kib: 64, passes: 1 }

/** Node tells of every derivation when it is begun and when its result comes back. */
function countDerivations() {
  const running = new Set<number>()
  let most = 0
  const hook = createHook({
    init(id, type) {
      if (type === 'ARGON2REQUEST') most = Math.max(most, running.add(id).size)
    },
    before: (id) => void running.delete(id),
  }).enable()
  return {
    /** The most that ran at once. */
    stop() {
      hook.disable()
      return most
    },
  }
}

describe('stored passwords', () => {
  test('the real cost is argon2id with 64 MiB and 3 passes, above the OWASP floor', async () => {
    const phc = await hashPassword('криничка-барвінок-7', defaultCost)
    expect(phc).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(await checkPassword('криничка-барвінок-7', phc, defaultCost)).toEqual({ matches: true, outdated: false })
  })

  test('every character counts: 128 Cyrillic letters and emoji, and the last one matters', async () => {
    const long = `${'їжак🦔'.repeat(21)}кі`
    expect(long.length).toBe(128)
    const phc = await hashPassword(long, cheap)
    expect((await checkPassword(long, phc, cheap)).matches).toBe(true)
    expect((await checkPassword(`${long.slice(0, -1)}я`, phc, cheap)).matches).toBe(false)
  })

  test('one letter typed in two Unicode ways is the same letter', async () => {
    const phc = await hashPassword('мій-пароль-їде'.normalize('NFD'), cheap)
    expect((await checkPassword('мій-пароль-їде'.normalize('NFC'), phc, cheap)).matches).toBe(true)
  })

  test('a hash of weaker parameters is told to be outdated', async () => {
    const phc = await hashPassword('криничка', cheap)
    expect(await checkPassword('криничка', phc, { memory_kib: 128, passes: 1 })).toEqual({
      matches: true,
      outdated: true,
    })
    expect(await checkPassword('криничка', phc, { memory_kib: 64, passes: 2 })).toEqual({
      matches: true,
      outdated: true,
    })
  })

  test('the same password is stored differently each time', async () => {
    expect(await hashPassword('криничка', cheap)).not.toBe(await hashPassword('криничка', cheap))
  })

  test('a rush of checks all end, exactly two at a time (one where there are two cores), also when others come meanwhile', async () => {
    const phc = await hashPassword('криничка', cheap)
    const running = countDerivations()
    const check = () => checkPassword('криничка', phc, cheap)
    const checks = await Promise.all(Array.from({ length: 40 }, () => check().then(check)))
    expect(checks.every(({ matches }) => matches)).toBe(true)
    expect(running.stop()).toBe(Math.max(1, Math.min(2, availableParallelism() - 1)))
  })
})
