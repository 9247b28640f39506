import { Command } from 'commander'
import { AddCashRegisterRequest, type CashRegister } from '#/contract/cash-registers.ts'
import { AppError } from '#/contract/errors.ts'
import type { HealthState } from '#/contract/register-health.ts'
import { fieldErrors } from '#/contract/validation-messages.ts'
import { theSystem } from '../audit/record-audit.ts'
import { addRegister } from '../cash-registers/changing/add-register.ts'
import { checkRegister } from '../cash-registers/checking/check-register.ts'
import { listAllRegisters } from '../cash-registers/reading/show-registers.ts'
import { isSameName } from '../cash-registers/changing/rules.ts'
import type { App } from '../app.ts'
import { Explained } from '../platform/explained.ts'
import type { Input } from './input.ts'
import type { Output } from './output.ts'
import { withApp } from './with-app.ts'

const stateWords: Record<HealthState, string> = {
  unchecked: 'не перевірено',
  ok: 'справна',
  warning: 'є попередження',
  error: 'не працює',
}

export function registerCommand(output: Output, input: Input): Command {
  const register = new Command('register').description('каси: додати, показати, перевірити')
  register
    .command('add')
    .description('додати касу; ключі й PIN-код читаються зі стандартного введення, по одному в рядку')
    .requiredOption('--name <назва>', 'назва, за якою касу вибирають')
    .option('--default', 'зробити касою за замовчуванням')
    .action(async ({ name, default: is_default = false }: { name: string; default?: boolean }) => {
      const request = toRequest({ name, is_default }, await input.askSecrets(questions))
      await withApp(async (app) => tell(output, 'Додано', await addRegister(app, theSystem, request)))
    })
  register
    .command('list')
    .description('показати всі каси')
    .action(() =>
      withApp(async (app) => {
        const all = await listAllRegisters(app)
        if (all.length === 0) output.out('Кас ще немає. Додайте: kasyr register add --name <назва>')
        for (const { name, health, ...one } of all)
          output.out(`${name.padEnd(32)} ${stateWords[health.state].padEnd(14)}  ${marksOf(one)}`.trimEnd())
      }),
    )
  register
    .command('check')
    .description('перевірити касу в Checkbox і Новій пошті зараз')
    .argument('[каса]', 'назва або ідентифікатор (типово — усі)')
    .action((wanted: string | undefined) =>
      withApp(async (app) => {
        const states: HealthState[] = []
        for (const { id } of await choose(app, wanted)) {
          const checked = await checkRegister(app, theSystem, id)
          tell(output, 'Перевірено', checked)
          states.push(checked.health.state)
        }
        if (states.includes('error')) throw new Explained('не всі каси працюють; що робити, сказано вище.')
      }),
    )
  return register
}

const questions = ['Ключ ліцензії Checkbox', 'PIN-код касира', 'Ключ API Нової пошти'] as const

function toRequest(
  { name, is_default }: { name: string; is_default: boolean },
  [license_key = '', pin = '', carrier_key = '']: readonly string[],
): AddCashRegisterRequest {
  const wanted = { name, license_key, pin, carrier_key, ...(is_default && { is_default }) }
  const parsed = AddCashRegisterRequest.safeParse(wanted)
  if (parsed.success) return parsed.data
  const named = fieldErrors(parsed.error.issues).map(({ pointer, detail }) => ({
    pointer,
    detail: `${fieldNames[pointer] ?? pointer}: ${detail}`,
  }))
  throw new AppError('request.invalid', {}, named)
}

const fieldNames: Record<string, string> = {
  '/name': 'назва',
  '/license_key': 'ключ ліцензії',
  '/pin': 'PIN-код',
  '/carrier_key': 'ключ Нової пошти',
}

async function choose(app: App, wanted: string | undefined): Promise<CashRegister[]> {
  const all = await listAllRegisters(app)
  if (wanted === undefined) return all
  const found = all.filter(({ id, name }) => id === wanted.toLowerCase() || isSameName(name, wanted))
  if (found.length === 0) throw new AppError('register.not_found')
  return found
}

function tell(output: Output, what: string, { name, health, ...register }: CashRegister): void {
  const marks = marksOf(register)
  output.out(`${what}: ${name}${marks === '' ? '' : ` (${marks})`} — ${stateWords[health.state]}.`)
  for (const { severity, detail } of health.problems) output.out(`  ${severity === 'error' ? '✗' : '!'} ${detail}`)
}

const marksOf = ({ is_default, is_test, active }: Pick<CashRegister, 'is_default' | 'is_test' | 'active'>): string =>
  [is_default && 'за замовчуванням', is_test && 'тестова', !active && 'вимкнена'].filter(Boolean).join(', ')
