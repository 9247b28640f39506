import type { CommanderError } from 'commander'

/** What commander says in English, in Ukrainian; the quoted word is taken over. */
const sentences: Record<string, string> = {
  'commander.unknownCommand': 'невідома команда «{word}».',
  'commander.unknownOption': 'невідомий параметр «{word}».',
  'commander.missingArgument': 'бракує аргументу «{word}».',
  'commander.missingMandatoryOptionValue': 'бракує обов’язкового параметра «{word}».',
  'commander.optionMissingArgument': 'параметр «{word}» потребує значення.',
  'commander.excessArguments': 'забагато аргументів.',
  'commander.invalidArgument': 'неправильне значення параметра або аргументу «{word}».',
  'commander.help': 'вкажіть команду.',
}

export function translate(error: CommanderError): string {
  const word = /'([^']*)'/.exec(error.message)?.[1] ?? ''
  return (sentences[error.code] ?? 'команду введено неправильно.').replace('{word}', word)
}
