import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** Says «N passed, N failed» as the very last line, also when a file or a hook broke before any test could run. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const broken = modules.filter(
      (module) => module.state() === 'failed' && ![...module.children.allTests('failed')].length,
    ).length
    const skipped = count('skipped')
    const passed = count('passed')
    const failed = count('failed') + broken + unhandled.length + (tests.length === 0 ? 1 : 0)
    process.once('exit', () => {
      if (failed > 0) process.exitCode = 1
      process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
    })
  }
}
