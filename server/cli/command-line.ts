import { Command, CommanderError } from 'commander'
import { AppError, sentenceOf } from '#/contract/errors.ts'
import { ConfigProblems } from '../config.ts'
import { describeOpenEnvFile, readEnvFile } from '../env-file.ts'
import { Explained } from '../platform/explained.ts'
import { auditCommand } from './audit.ts'
import { backupCommand } from './backup.ts'
import { crmCommand } from './crm.ts'
import { doctorCommand } from './doctor.ts'
import { standardInput, type Input } from './input.ts'
import { keysCommand } from './keys.ts'
import { migrateCommand } from './migrate.ts'
import { moneyCommand } from './money.ts'
import type { Output } from './output.ts'
import { registerCommand } from './register.ts'
import { reportCommand } from './report.ts'
import { restoreCommand } from './restore.ts'
import { serveCommand } from './serve.ts'
import { standardOutput } from './standard-output.ts'
import { syncCommand } from './sync.ts'
import { trackCommand } from './track.ts'
import { translate } from './translate.ts'
import { userCommand } from './user.ts'
import { workerCommand } from './worker.ts'

/** 0: done. 1: it failed. 2: the command was typed wrongly. 78: the settings are wrong (as in sysexits.h). */
export const exitCodes = { done: 0, failed: 1, misused: 2, misconfigured: 78 } as const

export async function runCommandLine(
  args: readonly string[],
  output: Output = standardOutput,
  input: Input = standardInput,
): Promise<number> {
  const program = inUkrainian(new Command('kasyr'), output)
    .description('Касир: черга замовлень, посилки Нової пошти та чеки Checkbox.')
    .addHelpText(
      'after',
      '\nПриклад:\n  kasyr serve              запустити сервіс\n  kasyr user add olena     додати користувача',
    )
  for (const command of [
    serveCommand,
    workerCommand,
    migrateCommand,
    userCommand,
    registerCommand,
    syncCommand,
    crmCommand,
    trackCommand,
    moneyCommand,
    reportCommand,
    keysCommand,
    auditCommand,
    backupCommand,
    restoreCommand,
    doctorCommand,
  ]) {
    program.addCommand(inUkrainian(command(output, input), output))
  }
  program.hook('preAction', (_program, command) => {
    // The doctor has it among its findings.
    const open = command.name() === 'doctor' ? null : describeOpenEnvFile(readEnvFile(process.cwd()))
    if (open !== null) output.err(`Увага: ${open}`)
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return exitCodes.done
  } catch (error) {
    return explain(error, output)
  }
}

function explain(error: unknown, output: Output): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return exitCodes.done
    output.err(`Помилка: ${translate(error)}`)
    output.err('Довідка: kasyr --help')
    return exitCodes.misused
  }
  if (error instanceof ConfigProblems) {
    output.err(error.message)
    return exitCodes.misconfigured
  }
  if (error instanceof AppError) {
    const fields = error.fields.map(({ detail }) => ` ${detail}`).join('')
    output.err(`Помилка: ${sentenceOf(error.code, error.params)}${fields}`)
  } else if (error instanceof Explained) output.err(`Помилка: ${error.message}`)
  else output.err(`Несподівана помилка: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  return exitCodes.failed
}

/** Every word commander would say in English, also in the subcommands. */
function inUkrainian(command: Command, output: Output): Command {
  command
    .exitOverride()
    .helpOption('-h, --help', 'показати довідку')
    .configureOutput({ writeOut: (text) => output.out(text.trimEnd()), writeErr: () => undefined })
    .configureHelp({
      styleTitle: (title) => titles[title] ?? title,
      styleUsage: (usage) => usage.replace('[options]', '[параметри]').replace('[command]', '[команда]'),
      styleSubcommandTerm: (term) => term.replace('[options]', '[параметри]').replace('[command]', '[команда]'),
    })
  if (command.name() === 'kasyr' || command.commands.length > 0)
    command.helpCommand('help [command]', 'довідка про команду')
  for (const nested of command.commands) inUkrainian(nested, output)
  return command
}

const titles: Record<string, string> = {
  'Usage:': 'Використання:',
  'Arguments:': 'Аргументи:',
  'Options:': 'Параметри:',
  'Commands:': 'Команди:',
  'Global Options:': 'Загальні параметри:',
}
