import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openLogFile } from './log-file.ts'
import { createLog, requestLogOf } from './log.ts'

const root = mkdtempSync(join(tmpdir(), 'kasyr-log-'))
// A process has one log, which ends with it; here there are many.
const listeners = process.getMaxListeners()
process.setMaxListeners(listeners + 50)
afterAll(() => {
  process.setMaxListeners(listeners)
  rmSync(root, { recursive: true, force: true })
})

let made = 0
const aPath = (): string => join(root, String((made += 1)), 'log', 'kasyr.log')
const textOf = (path: string): string => readFileSync(path, 'utf8')
const namesIn = (path: string): string[] => readdirSync(dirname(path)).toSorted()
/** A hundred bytes a file, three files. */
const small = { bytes: 100, files: 3 }
const line = (name: string | number): string => `${String(name).padStart(49, '.')}\n`

function say(output: ReturnType<typeof openLogFile>, ...names: (string | number)[]): void {
  for (const name of names) {
    output.write(line(name))
    output.flush()
  }
}

describe('the file of the log', () => {
  test('is for its owner alone, and so is its folder, whatever the umask', () => {
    const path = aPath()
    const before = process.umask(0)
    say(openLogFile(path), 'said')
    process.umask(before)
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600')
    expect((statSync(dirname(path)).mode & 0o777).toString(8)).toBe('700')
  })

  test('goes on where the last process stopped', () => {
    const path = aPath()
    say(openLogFile(path), 'first')
    say(openLogFile(path), 'second')
    expect(textOf(path)).toBe(line('first') + line('second'))
  })

  test('has the lines of requests and all others in the order in which they were said', () => {
    const path = aPath()
    const log = createLog('info', path)
    const request = (route: string) =>
      requestLogOf(log).info({ request_id: 'r', method: 'GET', route, status: 200, ms: 1 }, 'request')
    request('first')
    log.info('second')
    request('third')
    log.warn('fourth')
    const lines = textOf(path).trimEnd().split('\n')
    expect(lines.map((text) => JSON.parse(text)).map(({ route, msg }) => route ?? msg)).toEqual([
      'first',
      'second',
      'third',
      'fourth',
    ])
  })

  test('that cannot be opened at the start is told of by name, with the remedy', () => {
    const folder = join(root, 'a-folder')
    mkdirSync(folder)
    writeFileSync(join(root, 'a-file'), '')
    for (const path of [folder, join(root, 'a-file', 'kasyr.log')])
      expect(() => openLogFile(path)).toThrow(`Журнал роботи не вдалося відкрити: ${path}`)
  })
})

describe('a full file', () => {
  test('is put aside, the last of them goes, and no line is lost on the way', () => {
    const path = aPath()
    const output = openLogFile(path, small)
    say(output, 1, 2, 3, 4, 5, 6, 7, 8)
    expect(namesIn(path)).toEqual(['kasyr.log', 'kasyr.log.1', 'kasyr.log.2'])
    expect(textOf(path)).toBe(line(7) + line(8))
    expect(textOf(`${path}.1`)).toBe(line(5) + line(6))
    expect(textOf(`${path}.2`)).toBe(line(3) + line(4))
    for (const name of namesIn(path)) expect(statSync(join(dirname(path), name)).mode & 0o077).toBe(0)
  })

  test('that was left by a process killed between two names is put aside with the gap closed', () => {
    const path = aPath()
    say(openLogFile(path, small), 1, 2)
    // Killed after the shift of the older ones and before its own: there is no `.1`.
    appendFileSync(`${path}.2`, line('old'))
    say(openLogFile(path, small), 3)
    expect(textOf(path)).toBe(line(3))
    expect(textOf(`${path}.1`)).toBe(line(1) + line(2))
    // Killed after its own: there is no file of that name, only numbers.
    renameSync(path, `${path}.1`)
    say(openLogFile(path, small), 4)
    expect(textOf(path)).toBe(line(4))
  })

  test('that another process put aside is followed: the next line stands in the new one', () => {
    const path = aPath()
    const [one, other] = [openLogFile(path, small), openLogFile(path, small)]
    say(one, 1)
    say(other, 2)
    say(one, 3) // Full: it goes aside.
    say(other, 4)
    expect(textOf(`${path}.1`)).toBe(line(1) + line(2))
    expect(textOf(path)).toBe(line(3) + line(4))
    rmSync(dirname(path), { recursive: true })
    say(other, 5)
    expect(textOf(path)).toBe(line(5))
  })

  test('that cannot be put aside begins anew: the bound is kept', () => {
    const path = aPath()
    const output = openLogFile(path, small)
    say(output, 1)
    // Something that no file can take the place of.
    mkdirSync(join(`${path}.1`, 'full'), { recursive: true })
    say(output, 2, 3)
    expect(textOf(path)).toBe(line(3))
  })
})

describe('what cannot be written', () => {
  test('costs lines, not the process', () => {
    const path = aPath()
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync('/dev/full', path)
    expect(() => openLogFile(path)).toThrow('не вдалося відкрити')
    rmSync(path)
    const output = openLogFile(path)
    rmSync(path)
    symlinkSync('/dev/full', path)
    say(output, 'lost')
    rmSync(path)
    say(output, 'kept')
    expect(textOf(path)).toBe(line('kept'))
  })

  test('and came half, is ended before the next line', async () => {
    const path = aPath()
    const program = `
      import { statSync, truncateSync } from 'node:fs'
      import { openLogFile } from ${JSON.stringify(join(import.meta.dirname, 'log-file.ts'))}
      const path = ${JSON.stringify(path)}, output = openLogFile(path)
      const say = (text) => { output.write(text + '\\n'); output.flush() }
      say('a'.repeat(900))
      say('b'.repeat(900))
      truncateSync(path, 1_000)
      say('after')`
    // No file of that process may grow beyond a block or two; what is beyond is refused, as on a full disk.
    const limited = ['-c', 'ulimit -f 2; exec "$0" --input-type=module -e "$1"', process.execPath, program]
    const child = spawn('sh', limited, { stdio: ['ignore', 'ignore', 'inherit'] })
    expect((await once(child, 'close'))[0]).toBe(0)
    expect(textOf(path)).toBe(`${'a'.repeat(900)}\n${'b'.repeat(99)}\nafter\n`)
  })

  test.runIf(process.getuid?.() !== 0)(
    'goes on in the file it has when the folder is closed (root is never shut out)',
    () => {
      const path = aPath()
      const output = openLogFile(path, small)
      say(output, 1, 2)
      chmodSync(dirname(path), 0o500)
      say(output, 3)
      chmodSync(dirname(path), 0o700)
      expect(textOf(path)).toBe(line(3))
    },
  )
})

test('three processes that write to one file, one of them killed, leave whole lines and no more files than allowed', async () => {
  const path = aPath()
  const program = `
    import { openLogFile } from ${JSON.stringify(join(import.meta.dirname, 'log-file.ts'))}
    const output = openLogFile(${JSON.stringify(path)}, { bytes: 2_000, files: 3 })
    for (let turn = 0; turn < 2_000 || process.argv[1] === 'endless'; turn += 1) {
      output.write('{"turn":' + turn + ',"text":"' + 'x'.repeat(turn % 200) + '"}\\n')
      output.flush()
    }`
  const start = (kind: string) =>
    spawn(process.execPath, ['--input-type=module', '-e', program, kind], { stdio: ['ignore', 'ignore', 'inherit'] })
  const endless = start('endless')
  const others = [start('ending'), start('ending')]
  const codes = await Promise.all(others.map((child) => once(child, 'close').then(([code]) => Number(code))))
  expect(codes).toEqual([0, 0])
  const killed = once(endless, 'close')
  endless.kill('SIGKILL')
  await killed
  const names = namesIn(path)
  expect(names.filter((name) => !/^kasyr\.log(\.[12])?$/.test(name))).toEqual([])
  expect(names.length).toBeGreaterThan(1) // The killed one may have left a gap.
  for (const name of names) {
    const lines = textOf(join(dirname(path), name))
      .trimEnd()
      .split('\n')
    for (const text of lines.filter(Boolean)) expect(JSON.parse(text)).toHaveProperty('turn')
    // A process that looked before the others wrote may add a line each.
    expect(statSync(join(dirname(path), name)).size).toBeLessThan(2_000 + 3 * 300)
  }
})
