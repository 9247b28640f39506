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
 * The workflows of a public host: each parses, runs only npm scripts that exist and that README tells a newcomer, gives itself
 * no right it does not name, and takes other people's actions by commit, with the version beside it for people.
 */
export function workflowFaults(files: readonly SourceFile[]): string[] {
  const textOf = (path: string): string => files.find((file) => file.path === path)?.text ?? ''
  const scripts = new Set(Object.keys(JSON.parse(textOf('package.json') || '{}').scripts ?? {}))
  const readme = textOf('README.md')
  return files
    .filter(({ path }) => path.startsWith('.github/workflows/'))
    .flatMap((file) => faultsOf(file, scripts, readme))
}

function faultsOf(file: SourceFile, scripts: ReadonlySet<string>, readme: string): string[] {
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
    ...steps.flatMap(({ run = '' }) => commandFaults(file.path, run, scripts, readme)),
  ]
}

const loosePinsOf = ({ path, text }: SourceFile): string[] =>
  Array.from(text.matchAll(/^.*\buses:\s*(.*)$/gm), ([, used = '']) => used)
    .filter((used) => !/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(used))
    .map((used) => `${path} takes ${used} not by commit and version`)

/** `npm test` is `npm run test`. What a person typed into a form must come in through the environment. */
function commandFaults(path: string, run: string, scripts: ReadonlySet<string>, readme: string): string[] {
  const called = Array.from(run.matchAll(/\bnpm (?:run )?([\w:-]+)/g), ([, name = '']) => name)
  return [
    ...faults(run.includes('${{') && `${path} puts an expression into a shell: ${run}`),
    ...called.flatMap((name) =>
      name === 'audit'
        ? []
        : faults(
            !scripts.has(name) && `${path} runs npm run ${name}, which is not there`,
            !new RegExp(`npm (run )?${name}\\b`).test(readme) &&
              `${path} runs npm run ${name}, which README does not tell`,
          ),
    ),
  ]
}
