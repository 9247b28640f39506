import { expect, test } from 'vitest'
import { decisionIndexFaults } from './decisions.ts'

const decision = (name: string, text = `# ${name.slice(0, 4)}. A title\n`) => ({ path: `docs/decisions/${name}`, text })
const found = (index: string, ...decisions: { path: string; text: string }[]) =>
  decisionIndexFaults([{ path: 'docs/decisions/README.md', text: index }, ...decisions])
const row = '| [0001](0001-a.md) | A is chosen |\n'

test('a decision that is missing in the index, stands twice, is gone or misnumbered is found', () => {
  expect(found(row, decision('0001-a.md'))).toEqual([])
  expect(found('', decision('0001-a.md'))).toEqual(['0001-a.md stands 0 times in the index'])
  expect(found(row + row, decision('0001-a.md'))).toEqual(['0001-a.md stands 2 times in the index'])
  expect(found(row)).toEqual(['the index names 0001 0001-a.md, which is not there'])
  expect(found(row, decision('0001-a.md', '# 0002. B\n'))).toEqual([
    '0001-a.md does not begin with its number and title',
  ])
  expect(found(`${row}| [0001](0001-b.md) | B |\n`, decision('0001-a.md'), decision('0001-b.md'))).toEqual([
    '0001 is given twice',
  ])
})
