import { parseDocument } from 'yaml'
import { z } from 'zod'
import { faults, type SourceFile } from './source.ts'

const Step = z.looseObject({ uses: z.string().optional(), run: z.string().optional() })
const Job = z.looseObject({ 'timeout-minutes': z.number().optional(), steps: z.array(Step).min(1) })
const Workflow = z.looseObject({
  permissions: z.record(z.string(), z.string()),
  concurrency: z.looseObject({ group: z.string() }),
  jobs: z.record(z.string(), Job),
})

/**
 * The workflows of a public host: each parses, runs only npm scripts that exist and that README or CONTRIBUTING tells,
 * gives itself no right it does not name, and takes other people's actions by commit, with the version beside it for
 * people. What every change must pass (`.ci/run`) is in README itself, for a newcomer.
 */
export function workflowFaults(files: readonly SourceFile[]): string[] {
  const textOf = (path: string): string => files.find((file) => file.path === path)?.text ?? ''
  const scripts = new Set(Object.keys(JSON.parse(textOf('package.json') || '{}').scripts ?? {}))
  const told = { scripts, by: 'README or CONTRIBUTING', text: `${textOf('README.md')}\n${textOf('CONTRIBUTING.md')}` }
  return [
    ...files.filter(({ path }) => path.startsWith('.github/workflows/')).flatMap((file) => faultsOf(file, told)),
    ...commandFaults('.ci/run', textOf('.ci/run'), { scripts, by: 'README', text: textOf('README.md') }),
  ]
}

interface Told {
  scripts: ReadonlySet<string>
  by: string
  text: string
}

function faultsOf(file: SourceFile, told: Told): string[] {
  const document = parseDocument(file.text)
  if (document.errors.length > 0) return [`${file.path} is no YAML: ${document.errors[0]?.message ?? ''}`]
  const workflow = Workflow.safeParse(document.toJS())
  if (!workflow.success)
    return workflow.error.issues.map(({ path, message }) => `${file.path} ${path.join('.')}: ${message}`)
  const { permissions, jobs } = workflow.data
  const writable = Object.entries(permissions).filter(([, right]) => right === 'write')
  const endless = Object.entries(jobs).filter(([, job]) => job['timeout-minutes'] === undefined)
  const steps = Object.values(jobs).flatMap((job) => job.steps)
  return [
    ...writable.map(([name]) => `${file.path} may write ${name} in every job`),
    ...endless.map(([name]) => `${file.path} ${name} may run for ever`),
    ...loosePinsOf(file),
    ...steps.flatMap(({ run = '' }) => commandFaults(file.path, run, told)),
  ]
}

const loosePinsOf = ({ path, text }: SourceFile): string[] =>
  Array.from(text.matchAll(/^.*\buses:\s*(.*)$/gm), ([, used = '']) => used)
    .filter((used) => !/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(used))
    .map((used) => `${path} takes ${used} not by commit and version`)

/** `npm test` is `npm run test`. What a person typed into a form must come in through the environment. */
function commandFaults(path: string, run: string, { scripts, by, text }: Told): string[] {
  const called = Array.from(run.matchAll(/\bnpm (?:run )?([\w:-]+)/g), ([, name = '']) => name)
  return [
    ...faults(run.includes('${{') && `${path} puts an expression into a shell: ${run}`),
    ...called.flatMap((name) =>
      name === 'audit'
        ? []
        : faults(
            !scripts.has(name) && `${path} runs npm run ${name}, which is not there`,
            !new RegExp(`npm (run )?${name}(?![\\w:-])`).test(text) &&
              `${path} runs npm run ${name}, which ${by} does not tell`,
          ),
    ),
  ]
}
