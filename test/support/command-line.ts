import { vi } from 'vitest'
import { runCommandLine } from '#/server/cli/command-line.ts'
import { noteSaid, noteSecret } from './evidence.ts'

export interface Said {
  code: number
  out: string
  err: string
}

/** One command, as if typed in a shell with this environment beside what is set for the file. */
export async function runKasyr(args: readonly string[], environment: Record<string, string> = {}): Promise<Said> {
  const before = Object.keys(environment).map((name) => [name, process.env[name]] as const)
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  const [out, err]: [string[], string[]] = [[], []]
  const code = await runCommandLine(args, { out: (text) => void out.push(text), err: (text) => void err.push(text) })
  for (const [name, value] of before) vi.stubEnv(name, value)
  for (const line of [...out, ...err]) {
    const password = /^Одноразовий пароль: (\S+)/.exec(line)?.[1]
    if (password === undefined) noteSaid('cli', line)
    else noteSecret(password)
  }
  return { code, out: out.join('\n'), err: err.join('\n') }
}
