import { ownFunctions, ownTables, sequenceIncrement, type OwnTrigger } from './trigger-store.ts'

/**
 * What PostgreSQL itself must hold of the tables of the log: our triggers, enabled and as we wrote them, and nothing else that
 * could swallow, change or hide a row. The program compares this with the catalogue, so that a change of it is seen.
 */
export interface FoundTable {
  name: string
  kind: string
  schema: string
  row_security: boolean
  has_children: boolean
  rules: string[]
  triggers: FoundTrigger[]
}

export interface FoundTrigger {
  name: string
  /** Made by PostgreSQL for a foreign key. */
  internal: boolean
  enabled: string
  type: number
  is_conditional: boolean
  function: string
  language: string
  source: string
  has_settings: boolean
}

export interface FoundProtection {
  tables: FoundTable[]
  replication_role: string
  sequence: { next: number; increment: number } | null
  largest_number: number | null
}

/** The first thing that is not as it must be, in words for a person; null: all is well. */
export function whatIsUnprotected(found: FoundProtection): string | null {
  if (found.replication_role !== 'origin') return 'тригери журналу вимкнено для цього підключення'
  for (const [name, own] of Object.entries(ownTables)) {
    const table = found.tables.find((candidate) => candidate.name === name)
    if (table === undefined) return `таблиці ${name} немає`
    const problem = problemOfTable(table, own)
    if (problem !== null) return problem
  }
  const { sequence, largest_number } = found
  if (sequence === null) return 'нумерації записів журналу немає'
  if (sequence.increment !== sequenceIncrement || sequence.next <= (largest_number ?? 0))
    return 'нумерацію записів журналу повернуто назад'
  return null
}

/** The service is not the owner, so a row policy hides entries from it: they would look as if they were deleted. */
export function whatHidesRows({ tables }: FoundProtection): string | null {
  const hiding = tables.find((table) => table.row_security)
  return hiding === undefined ? null : rowsMayBeHidden(hiding.name)
}

const rowsMayBeHidden = (name: string): string => `рядки таблиці ${name} можуть бути приховані`

function problemOfTable(table: FoundTable, own: readonly OwnTrigger[]): string | null {
  const { name } = table
  if (table.kind !== 'r' || table.schema !== 'public' || table.has_children) return `таблицю ${name} підмінено`
  if (table.rules.length > 0) return `на таблиці ${name} є чуже правило «${table.rules[0]}»`
  if (table.row_security) return rowsMayBeHidden(name)
  for (const trigger of table.triggers) {
    const expected = own.find((candidate) => candidate.name === trigger.name)
    if (!trigger.internal && expected === undefined) return `на таблиці ${name} є чужий тригер «${trigger.name}»`
    if (trigger.enabled !== 'O' && trigger.enabled !== 'A') return `тригер «${trigger.name}» таблиці ${name} вимкнено`
    if (expected !== undefined && !isOurs(trigger, expected)) return `тригер «${trigger.name}» таблиці ${name} змінено`
  }
  const missing = own.find((expected) => !table.triggers.some((trigger) => trigger.name === expected.name))
  return missing === undefined ? null : `на таблиці ${name} немає тригера «${missing.name}»`
}

const plain = (source: string): string => source.replaceAll(/\s+/g, ' ').trim()

const isOurs = (trigger: FoundTrigger, expected: OwnTrigger): boolean =>
  trigger.type === expected.type &&
  trigger.function === expected.function &&
  trigger.language === 'plpgsql' &&
  plain(trigger.source) === plain(ownFunctions[expected.function] ?? '') &&
  !trigger.is_conditional &&
  !trigger.has_settings
