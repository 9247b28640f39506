import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorsOf, unwritable } from '#/test/support/unwritable-output.ts'

/** A service that says something all the time, and is told to stop after a while. */
const talkative = `
  import { runUntilStopped } from ${JSON.stringify(join(import.meta.dirname, 'run-until-stopped.ts'))}
  const output = { out: (text) => void process.stdout.write(text + '\\n') }
  let turn = 0
  const saying = setInterval(() => {
    output.out('said')
    if (++turn === 20) process.kill(process.pid, 'SIGTERM')
  }, 1)
  const close = async () => { clearInterval(saying); process.stderr.write('closed') }
  await runUntilStopped(async () => ({ close }), () => output.out('ready'), output)`

test.each(unwritable)(
  'a service whose output cannot be written to (%s) goes on until it is told to stop',
  async (to) => {
    expect(await errorsOf(talkative, to)).toBe('closed')
  },
)
