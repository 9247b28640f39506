import type { Terminal } from './output.ts'

/** What takes longer than this says so. */
const silentMs = 2_000
const tellEveryMs = 1_000
const clearLine = '\r\u001b[2K'

export interface Progress {
  /** What is being done now. */
  say(words: string): void
  /** Leaves nothing behind; call it before anything else is written. */
  end(): void
}

/** A line at the bottom that says what is being done and for how many seconds; nothing where no line can be written over. */
export function startProgress(terminal: Terminal | null | undefined): Progress {
  if (!terminal?.can_write_over) return { say: () => undefined, end: () => undefined }
  const since = performance.now()
  let words = ''
  let isShown = false
  const show = (): void => {
    const seconds = Math.floor((performance.now() - since) / 1_000)
    const line = `${words}… ${seconds}\u00a0с`.slice(0, Math.max(terminal.columns() - 1, 1))
    terminal.write(clearLine + terminal.style('dim', line))
    isShown = true
  }
  const showing = setInterval(() => {
    if (performance.now() - since >= silentMs && words !== '') show()
  }, tellEveryMs).unref()
  return {
    say: (said) => {
      words = said
      if (isShown) show()
    },
    end: () => {
      clearInterval(showing)
      if (isShown) terminal.write(clearLine)
      isShown = false
    },
  }
}
