import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pluralize } from '#/contract/plurals.ts'
import { readAlarm } from '../audit/raise-alarm.ts'
import type { Config } from '../config.ts'
import type { StartStep } from '../context.ts'
import { startService, type Parts, type Service } from '../service.ts'
import { version } from '../status/show-status.ts'
import { inTenths } from './in-tenths.ts'
import type { Output, Terminal } from './output.ts'
import { startProgress } from './progress.ts'
import { wrap } from './wrap.ts'

type Started = Awaited<ReturnType<typeof startService>>

const steps: Record<StartStep, string> = {
  database: 'Запускаємо базу даних',
  schema: 'Оновлюємо схему бази даних',
  service: 'Запускаємо сервіс',
}

/** Starts the service and says what is being done, where a person sits before it. */
export async function startAndTell(config: Config, parts: Parts, output: Output): Promise<Started> {
  const { terminal } = output
  const isFirst = config.database_url === null && !existsSync(join(config.data_dir, 'postgres'))
  if (terminal) {
    output.out(terminal.style('bold', `Касир ${version}`))
    output.out(
      wrap(
        isFirst
          ? 'Перший запуск: створюємо базу даних. Зазвичай це до пів хвилини.'
          : 'Запускаємо. Зазвичай це кілька секунд.',
        terminal.columns(),
      ),
    )
  }
  const progress = startProgress(terminal)
  try {
    return await startService(config, parts, {
      onStep: (step) => progress.say(isFirst && step !== 'service' ? 'Створюємо базу даних' : steps[step]),
    })
  } finally {
    progress.end()
  }
}

/** What a person must know before anything else: what has changed, what is open, what is made up. */
export async function tellState({ running, warnings, notice, first_admin }: Started, output: Output): Promise<void> {
  const { terminal } = output
  const { app, migrated } = running
  const isSeen = terminal || app.config.log_file !== null
  if (isSeen && migrated.length > 0 && first_admin === null)
    output.out(`Схему бази даних оновлено: ${pluralize(migrated.length, changes)}.`)
  if (terminal && app.mode === 'demo')
    output.out(wrap('Це демонстрація: замовлення, посилки й чеки вигадані.', terminal.columns()))
  // Elsewhere the log on the standard output has said them.
  if (isSeen) for (const warning of warnings) tellWarning(warning, output)
  if (notice !== null) output.out(notice)
  if (isSeen) tellAlarms(running.app, output, (await readAlarm(app)) !== null)
}

const changes = { one: 'зміна', few: 'зміни', many: 'змін', other: 'зміни' }

const damaged = 'Журнал дій пошкоджено. Подробиці: kasyr audit verify. Що робити далі: kasyr audit accept --help.'
const lookEveryMs = 1_000

/** The journal is verified while the service works already: what is found then is told then, once. */
function tellAlarms({ audit_key }: Started['running']['app'], output: Output, isRaised: boolean): void {
  if (isRaised) return tellWarning(damaged, output)
  const looking = setInterval(() => {
    if (audit_key.alarms.size === 0) return
    clearInterval(looking)
    tellWarning(damaged, output)
  }, lookEveryMs).unref()
}

export function tellWarning(words: string, { out, terminal }: Output): void {
  if (!terminal) return out(`Увага: ${words}`)
  out(`${terminal.style('yellow', '!')} ${wrap(words, terminal.columns() - 2, '  ')}`)
}

/** The last lines: what one comes back to. */
export function tellHowToStop(output: Output, config: Pick<Config, 'log_file'>): void {
  const { terminal } = output
  if (!terminal) return
  output.out('')
  output.out(`  Зупинити:       ${terminal.style('bold', 'Ctrl+C')}`)
  output.out(`  Журнал роботи:  ${config.log_file ?? 'тут, на екрані'}`)
}

export const readyWords = ({ ready_after_ms, url }: Service, terminal: Terminal | null | undefined): string => {
  const address = terminal ? terminal.style('bold', url) : url
  return `Касир готовий за ${inTenths(ready_after_ms / 1000)} с: ${address}`
}
