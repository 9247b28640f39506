import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startExampleSimulator } from './frame/example-simulator.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

const table = `
  import { startExampleSimulator } from './frame/example-simulator.ts'
  import { runSimulators } from './run-simulators.ts'
  await runSimulators([
    { name: 'crm', title: 'CRM', port: 0, start: startExampleSimulator },
    { name: 'carrier', title: 'Нова пошта', port: 0, start: startExampleSimulator },
  ], process.argv.slice(1))
`

/** The script as people run it: a process of its own, told to stop by a signal. */
const run = (...args: string[]) => {
  const child = spawn(process.execPath, args, { cwd: here })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve))
  let output = ''
  let look = () => {}
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      look()
    })
  }
  const says = (wanted: RegExp) =>
    new Promise<void>((resolve) => {
      look = () => {
        if (wanted.test(output)) resolve()
      }
      look()
    })
  return { child, exit, says, output: () => output }
}

const runTable = (...args: string[]) => run('--input-type=module-typescript', '-e', table, '--', ...args)

test('with an empty table it says so plainly and ends', async () => {
  const empty = "import { runSimulators } from './run-simulators.ts'; await runSimulators([], [])"
  const { exit, output } = run('--input-type=module-typescript', '-e', empty)
  expect(await exit).toBe(0)
  expect(output()).toContain('Симуляторів поки що немає')
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  'all simulators start, say where they are, and share their time, and stop at %s',
  async (signal) => {
    const { child, exit, says, output } = runTable()
    await says(/Нова пошта: http\S+, керування: \S+\n/)
    const addresses = [...output().matchAll(/(CRM|Нова пошта): (http:\/\/127\.0\.0\.1:\d+),/g)]
    expect(addresses.map(([, title]) => title)).toEqual(['CRM', 'Нова пошта'])
    for (const [, , url] of addresses) expect((await fetch(`${url}/things`)).status).toBe(200)

    const [crm, carrier] = addresses.map(([, , url]) => `${url}/_control/clock`)
    await fetch(`${crm}`, { method: 'POST', body: '{"advance_seconds":86400}' })
    const { now } = z.object({ now: z.string() }).parse(await (await fetch(`${carrier}`)).json())
    expect(Date.parse(now) - Date.now()).toBeGreaterThan(86_000_000)

    child.kill(signal)
    expect(await exit).toBe(0)
    expect(output()).toContain('Симулятори зупинено.')
  },
)

test('a taken port is named, nothing stays running', async () => {
  const other = await startExampleSimulator()
  onTestFinished(other.close)
  const { port } = new URL(other.url)
  const { exit, output } = runTable('--port', `carrier=${port}`)
  expect(await exit).toBe(1)
  expect(output()).toContain(`«Нова пошта» не запустився на порту ${port}: порт зайнятий іншою програмою`)
})

test.each(['--port fax=1', '--port crm=70000', '--port crm', '--loud'])(
  'arguments it does not know are answered with those it does: %s',
  async (args) => {
    const { exit, output } = runTable(...args.split(' '))
    expect(await exit).toBe(1)
    expect(output()).toContain('є симулятори: crm, carrier')
  },
)
