import { describe, expect, test } from 'vitest'
import { workflowFaults } from './workflows.ts'

const sha = '08c6903cd8c0fde910a37f88322edcfb5dd907a8'
const good = `
permissions: { contents: read }
concurrency: { group: unit }
jobs:
  unit:
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@${sha} # v5.0.0
      - run: npm test -- --project unit
      - run: npm run check
`
const found = (workflow: string, readme = 'npm test, npm run check', contributing = '', change = 'npm test\n') =>
  workflowFaults([
    { path: '.github/workflows/unit.yml', text: workflow },
    { path: '.ci/run', text: change },
    { path: 'package.json', text: JSON.stringify({ scripts: { test: '', 'test:long': '', check: '' } }) },
    { path: 'README.md', text: readme },
    { path: 'CONTRIBUTING.md', text: contributing },
  ])

test('a workflow in order is left alone', () => {
  expect(found(good)).toEqual([])
  expect(found(good, 'npm test', 'npm run check')).toEqual([])
})

describe('a workflow is not taken', () => {
  test.each([
    ['that is no YAML', good.replace('jobs:', 'jobs: ['), 'is no YAML'],
    [
      'that runs a script which is not there',
      good.replace('npm run check', 'npm run chekc'),
      'chekc, which is not there',
    ],
    ['that takes an action by its tag', good.replace(`@${sha} # v5.0.0`, '@v5'), 'not by commit'],
    ['that does not say which version a commit is', good.replace(' # v5.0.0', ''), 'not by commit'],
    ['that names no rights', good.replace(/permissions.*\n/, ''), 'permissions'],
    ['that may write in every job', good.replace('contents: read', 'contents: write'), 'may write contents'],
    ['without concurrency', good.replace(/concurrency.*\n/, ''), 'concurrency'],
    ['without an end', good.replace(/ +timeout.*\n/, ''), 'for ever'],
    ['that puts what people typed into a shell', good.replace('run check', 'run check ${{ inputs.x }}'), 'expression'],
  ])('%s', (_what, workflow, said) => {
    expect(found(workflow).join('\n')).toContain(said)
  })

  test('that runs a command which neither README nor CONTRIBUTING tells', () => {
    expect(found(good, 'npm test').join('\n')).toContain('check, which README or CONTRIBUTING does not tell')
  })
})

describe('what every change must pass', () => {
  test('is told to a newcomer by README itself', () => {
    const said = found('', 'npm test', 'npm run check', 'npm run check\nnpm test\n').join('\n')
    expect(said).toContain('.ci/run runs npm run check, which README does not tell')
  })

  test('is not told by a command whose name only begins so', () => {
    expect(found(good, 'npm run test:long, npm run check').join('\n')).toContain(
      '.ci/run runs npm run test, which README',
    )
  })
})
