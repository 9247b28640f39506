import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Explained } from '../platform/explained.ts'

/** Where a command reads secrets: never from its arguments, which every user of the machine can list. */
export interface Input {
  /** One line each, in this order. */
  askSecrets(questions: readonly string[]): Promise<string[]>
}

export const standardInput: Input = {
  askSecrets: (questions) => (process.stdin.isTTY ? typed(questions) : piped(questions.length)),
}

const piped = async (count: number): Promise<string[]> => (await text(process.stdin)).split(/\r?\n/).slice(0, count)

/** What is typed is not shown: the echo of the line editor is discarded. */
async function typed(questions: readonly string[]): Promise<string[]> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const line = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const leaving = new AbortController()
  line.once('SIGINT', () => leaving.abort())
  line.once('close', () => leaving.abort())
  try {
    const answers: string[] = []
    for (const question of questions) {
      process.stderr.write(`${question}: `)
      answers.push(await line.question('', { signal: leaving.signal }))
      process.stderr.write('\n')
    }
    return answers
  } catch (error) {
    if (!leaving.signal.aborted) throw error
    process.stderr.write('\n')
    throw new Explained('введення перервано, нічого не змінено.')
  } finally {
    line.close()
  }
}
