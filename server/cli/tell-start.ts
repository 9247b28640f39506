import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pluralize } from '#/contract/plurals.ts'
import type { Config } from '../config.ts'
import type { StartStep } from '../start-context.ts'
import { startService, type Parts, type Service } from '../service.ts'
import { version } from '../status/show-status.ts'
import { inTenths } from './in-tenths.ts'
import type { Output } from './output.ts'
import { startProgress } from './progress.ts'
import { tellAlarm } from './tell-alarm.ts'
import { tellWarning } from './tell-warning.ts'
import { wrap } from './wrap.ts'

type Started = Awaited<ReturnType<typeof startService>>

const steps: Record<StartStep, string> = {
  database: 'Запускаємо базу даних',
  schema: 'Оновлюємо схему бази даних',
  service: 'Запускаємо сервіс',
}

/** Starts the service and, at a terminal, prints what is being done. */
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
export async function tellState({ running, warnings, notice }: Started, output: Output): Promise<void> {
  const { terminal } = output
  const { app, migrated } = running
  const isSeen = terminal || app.config.log_file !== null
  const isNew = migrated[0]?.includes('0001_') ?? false
  // On a new database the first login says it.
  if (isSeen && migrated.length > 0 && !isNew)
    output.out(`Базу даних оновлено до цієї версії: ${pluralize(migrated.length, changes)}.`)
  if (terminal && app.mode === 'demo')
    output.out(wrap('Це демонстрація: замовлення, посилки й чеки вигадані.', terminal.columns()))
  // Elsewhere the log on the standard output has said them.
  if (isSeen) for (const warning of warnings) tellWarning(warning, output)
  if (notice !== null) output.out(terminal ? wrap(notice, terminal.columns()) : notice)
  if (isSeen) await tellAlarm(app, output)
}

const changes = { one: 'зміна', few: 'зміни', many: 'змін', other: 'зміни' }

/** The last lines: what a person comes back to. */
export function tellHowToStop(output: Output, config: Pick<Config, 'log_file'>): void {
  const { terminal } = output
  if (!terminal) return
  output.out('')
  output.out(`  Зупинити:       ${terminal.style('bold', 'Ctrl+C')}`)
  output.out(`  Журнал роботи:  ${config.log_file ?? 'тут, на екрані'}`)
}

/** The address stays in one piece, so that it can be clicked on. */
export function tellReady({ ready_after_ms, url, first_admin }: Service, { out, terminal }: Output): void {
  const words = `Касир готовий за ${inTenths(ready_after_ms / 1000)} с: ${url}`
  if (!terminal) return out(words)
  if (first_admin === null) out('')
  out(wrap(words, terminal.columns()).replace(url, (address) => terminal.style('bold', address)))
}
