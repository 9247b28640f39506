import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { AddCashRegisterRequest } from '#/contract/cash-registers.ts'
import { runCommandLine } from '#/server/cli/command-line.ts'
import { noteSaid, noteSecret } from '../support/evidence.ts'
import { aRegister } from '../support/registers.ts'
import { copyTemplate } from '../support/template-database.ts'

let folder: string

/** What the commands read is the environment of the process, so it is set for this file. Without a CRM it is the demo. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kasyr-cli-'))
  vi.stubEnv('DATABASE_URL', await copyTemplate(inject('server_url'), inject('template')))
  vi.stubEnv('KASYR_DATA_DIR', folder)
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

async function kasyr(args: string[], secrets: string[] = []): Promise<{ code: number; out: string; err: string }> {
  const [out, err]: [string[], string[]] = [[], []]
  const output = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) }
  const code = await runCommandLine(args, output, { askSecrets: async () => secrets })
  for (const line of [...out, ...err]) noteSaid('cli', line)
  return { code, out: out.join('\n'), err: err.join('\n') }
}

function secretsOf({ license_key, pin, carrier_key }: AddCashRegisterRequest): string[] {
  const secrets = [license_key, pin, carrier_key]
  for (const secret of secrets) noteSecret(secret)
  return secrets
}

describe('the command line', () => {
  test('says that there are no registers and how to add one', async () => {
    expect((await kasyr(['register', 'list'])).out).toBe('Кас ще немає. Додайте: kasyr register add --name <назва>')
  })

  test('adds registers, lists them and makes the one asked for the default', async () => {
    const added = await kasyr(['register', 'add', '--name', 'ФОП Перша'], secretsOf(aRegister()))
    expect(added.code).toBe(0)
    expect(added.out).toMatch(
      /^Додано: ФОП Перша \(за замовчуванням, тестова\) — є попередження\.\n {2}! Це тестова каса/,
    )
    const second = secretsOf(aRegister({ license_key: 'license-of-the-cli-2' }))
    expect((await kasyr(['register', 'add', '--name', 'ФОП Друга', '--default'], second)).out).toContain(
      '! До кінця дії електронного підпису касира: 12\u00a0днів.',
    )
    expect((await kasyr(['register', 'list'])).out.split('\n')).toEqual([
      expect.stringMatching(/^ФОП Перша +є попередження {2}тестова$/),
      expect.stringMatching(/^ФОП Друга +є попередження {2}за замовчуванням, тестова$/),
    ])
  })

  test('checks one by its name, or all of them, and ends with 1 when one does not work', async () => {
    const one = await kasyr(['register', 'check', 'фоп перша'])
    expect(one).toMatchObject({ code: 0, out: expect.stringMatching(/^Перевірено: ФОП Перша \(тестова\)/) })
    await kasyr(['register', 'add', '--name', 'ФОП Третя'], secretsOf(aRegister({ pin: '0000' })))
    const all = await kasyr(['register', 'check'])
    expect(all.code).toBe(1)
    expect(all.out.match(/^Перевірено: /gm)).toHaveLength(3)
    expect(all.out).toContain('Перевірено: ФОП Третя (тестова) — не працює.\n  ✗ Checkbox не прийняв PIN-коду касира')
    expect(all.err).toBe('Помилка: не всі каси працюють; що робити, сказано вище.')
  })

  test.each([
    [['register', 'add'], [], 2, 'бракує обов’язкового параметра «--name <назва>»'],
    [['register', 'add', '--name', 'Без ключів'], ['', '', ''], 1, 'ключ ліцензії: Поле не може бути порожнім.'],
    [
      ['register', 'add', '--name', 'Ще'],
      ['license-key-of-mine', '12a4', 'key-of-the-carrier'],
      1,
      'PIN-код: Лише цифри.',
    ],
    [['register', 'check', 'Такої немає'], [], 1, 'Такої каси немає'],
  ])('%j is refused with its reason', async (args, secrets, code, sentence) => {
    const answer = await kasyr(args, secrets)
    expect(answer.code).toBe(code)
    expect(answer.err).toContain(sentence)
    expect(answer.err).not.toMatch(/12a4|error:|at .*\.ts/)
  })

  test('help is in Ukrainian and offers no argument for a secret', async () => {
    const { out } = await kasyr(['register', 'add', '--help'])
    expect(out).toContain('зі стандартного введення')
    expect(out).not.toMatch(/--(license|pin|carrier)/)
    expect(out.replace(/\b(kasyr|register|add|name|default|help|PIN|h)\b/g, '').match(/[A-Za-z]{2,}/g) ?? []).toEqual(
      [],
    )
  })

  test('a real process reads the three secrets from what is piped into it, and repeats none of them', async () => {
    const secrets = secretsOf(aRegister())
    const child = spawn(process.execPath, ['server/main.ts', 'register', 'add', '--name', 'З труби'], {
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stdin.end(`${secrets.join('\r\n')}\n`)
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
    expect(err).toBe('')
    expect(out).toMatch(/^Додано: З труби \(тестова\) — є попередження/)
    for (const secret of secrets) expect(out).not.toContain(secret)
  })
})
