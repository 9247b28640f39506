import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'

/** What one computer of a test said and asked, for a folder to look into when the test fails. */
export interface Witness {
  context: BrowserContext
  console: string[]
  network: string[]
  /** Every step, kept only if the test fails. */
  traced: Promise<unknown>
}

/** With `KASYR_TRACE=1` a trace also has the page before and after every step, which makes a page a third dearer. */
const snapshots = process.env['KASYR_TRACE'] === '1'

/** Records all that the pages of a computer log and request. */
export function witnessOf(context: BrowserContext): Witness {
  // A context that is closed at once has nothing to tell.
  const traced = context.tracing.start({ snapshots }).catch(() => undefined)
  const witness: Witness = { context, console: [], network: [], traced }
  const now = (): string => new Date().toISOString().slice(11, 23)
  context.on('console', (message) => witness.console.push(`${now()} ${message.type()}: ${message.text()}`))
  context.on('weberror', (error) => witness.console.push(`${now()} exception: ${String(error.error())}`))
  context.on('response', (answer) =>
    witness.network.push(`${now()} ${answer.request().method()} ${answer.url()}: ${answer.status()}`),
  )
  context.on('requestfailed', (request) =>
    witness.network.push(`${now()} ${request.method()} ${request.url()}: ${request.failure()?.errorText ?? 'failed'}`),
  )
  return witness
}

/** Prints where the evidence of a failed test lies, and what can be seen without it. */
export async function tellOfFailure(
  name: string,
  witnesses: readonly Witness[],
  log: readonly string[] | null,
): Promise<void> {
  const stood = await whatStoodThere(witnesses)
  process.stdout.write(`${name}: what was seen is in ${await leaveEvidence(name, witnesses, log)}\n${stood}`)
}

/**
 * What stood there instead of what the test waited for: the text of every page, and what was refused. It is printed, because
 * the folder is gone with a machine that runs the tests of others.
 */
async function whatStoodThere(witnesses: readonly Witness[]): Promise<string> {
  const seen: string[] = []
  for (const [place, { context, network }] of witnesses.entries()) {
    for (const page of context.pages()) {
      const text = await page.locator('body').innerText({ timeout: 10_000 }).catch(String)
      seen.push(`computer ${place + 1}, ${page.url()}:`, text.replaceAll(/\n\s*\n/g, '\n').slice(0, mostText))
    }
    seen.push(...network.filter((line) => !/: [123]\d\d$/.test(line)).slice(-mostRefusals))
  }
  return seen.map((line) => `  ${line.replaceAll('\n', '\n  ')}\n`).join('')
}

const mostText = 2_000
const mostRefusals = 10

/**
 * Pictures, documents, trace, console and network of every computer, and the log of the service where one takes part, in one
 * folder; its path. `playwright-core show-trace` opens the trace.
 */
async function leaveEvidence(
  name: string,
  witnesses: readonly Witness[],
  log: readonly string[] | null,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'kasyr-failed-'))
  writeFileSync(join(folder, 'test.txt'), `${name}\n`)
  if (log !== null) writeFileSync(join(folder, 'server.log'), log.join(''))
  for (const [place, { context, console: said, network, traced }] of witnesses.entries()) {
    const own = join(folder, `computer-${place + 1}`)
    mkdirSync(own)
    writeFileSync(join(own, 'console.txt'), said.join('\n'))
    writeFileSync(join(own, 'network.txt'), network.join('\n'))
    for (const [tab, page] of context.pages().entries()) {
      appendFileSync(join(own, 'pages.txt'), `${tab + 1}: ${page.url()}\n`)
      // A page that hangs or has crashed has nothing to show; what the others show is kept.
      await page.screenshot({ path: join(own, `page-${tab + 1}.png`), timeout: 10_000 }).catch(() => undefined)
      await page.content().then(
        (html) => writeFileSync(join(own, `page-${tab + 1}.html`), html),
        () => undefined,
      )
    }
    await traced
    await context.tracing.stop({ path: join(own, 'trace.zip') }).catch((error: unknown) => {
      writeFileSync(join(own, 'trace-missing.txt'), String(error))
    })
  }
  return folder
}
