/** The triggers of the tables of the log, as migrations 0002 and 0020 made them. */
export interface OwnTrigger {
  name: string
  /** As in `pg_trigger.tgtype`. */
  type: number
  when: string
  function: string
}

const onlyGrows: OwnTrigger = {
  name: 'only_grows',
  type: 58,
  when: `before ${['update', 'delete', 'truncate'].join(' or ')}`,
  function: 'refuse_change',
}
const awaitSeal: OwnTrigger = { name: 'await_seal', type: 5, when: 'after insert', function: 'await_seal' }

export const ownTables: Record<string, readonly OwnTrigger[]> = {
  audit_log: [onlyGrows, awaitSeal],
  audit_seals: [onlyGrows],
  audit_unsealed: [],
  audit_stretches: [onlyGrows],
  audit_accepted: [onlyGrows],
  audit_checkpoints: [onlyGrows],
  audit_alarms: [],
}

export const ownFunctions: Record<string, string> = {
  refuse_change: `
    begin
      raise exception 'table % only grows: % refused', tg_table_name, lower(tg_op) using errcode = 'restrict_violation';
    end `,
  await_seal: `
    begin
      insert into audit_unsealed (entry_id) values (new.id);
      return null;
    end `,
}

/** As in migration 0020. */
export const sequenceIncrement = 1_000
