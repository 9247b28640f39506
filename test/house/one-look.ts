import { Visitor } from 'vite'
import { calledName, isCode, parse, placeOf, type SourceFile } from './source.ts'

/** What Playwright reads from the page at one instant. */
const readings = new Set([
  'allInnerTexts',
  'allTextContents',
  'count',
  'evaluate',
  'evaluateAll',
  'getAttribute',
  'innerText',
  'inputValue',
  'isChecked',
  'isDisabled',
  'isEnabled',
  'isHidden',
  'isVisible',
  'textContent',
  'title',
])

/** A page changes a moment after the key or the click, so a test asks until it has: `expect.poll(() => field.inputValue())`. */
export function oneLooks(files: readonly SourceFile[]): string[] {
  const tests = files.filter((file) => isCode(file) && /^test\/(browser|component)\//.test(file.path))
  return tests.flatMap((file) => {
    const found: string[] = []
    new Visitor({
      CallExpression: (node) => {
        const given = node.arguments[0]
        if (calledName(node) !== 'expect' || given?.type !== 'AwaitExpression') return
        const read = given.argument.type === 'CallExpression' ? calledName(given.argument) : null
        if (read !== null && readings.has(read)) found.push(`${placeOf(file, node.start)} looks once: ${read}`)
      },
    }).visit(parse(file).program)
    return found
  })
}
