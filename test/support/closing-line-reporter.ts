import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/**
 * Says «N passed, N failed» as the very last line, also when a file or a hook broke before any test could run; before it, why what
 * needs a browser was skipped, and how to get one.
 */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const broken = modules.filter(
      (module) => module.state() === 'failed' && ![...module.children.allTests('failed')].length,
    ).length
    const skipped = count('skipped')
    const lacking = process.env['KASYR_TEST_LACKS_BROWSER']
    const passed = count('passed')
    const failed = count('failed') + broken + unhandled.length + (tests.length === 0 ? 1 : 0)
    process.once('exit', () => {
      if (failed > 0) process.exitCode = 1
      if (lacking && skipped > 0) process.stdout.write(`\nТести в браузері пропущено. ${lacking}\n`)
      process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
    })
  }
}
