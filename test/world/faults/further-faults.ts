import type { PlantedFault } from './planted-fault.ts'

/** Slips in rules between the parts, of which no review spoke. */
export const furtherFaults: readonly PlantedFault[] = [
  {
    name: 'An order that moves from one page of the CRM to another while they are read is skipped',
    needs: ['the CRM changes while it is read'],
    test: 'server/integrations/crm/read-orders.test.ts',
    changes: [
      {
        file: 'server/integrations/crm/read-orders.ts',
        from: 'first !== undefined && met.get(first.key) === first.mark',
        to: 'first !== undefined',
      },
    ],
  },
  {
    name: 'An order that cannot be read is forgotten at the next run',
    needs: ['an order cannot be read'],
    test: 'test/scenarios/orders-crm-unreadable.long.test.ts',
    changes: [
      {
        file: 'server/orders/syncing/sync-orders.ts',
        from: 'new Set(brings_unreadable ? aside.keys() : [])',
        to: 'new Set(aside.keys())',
      },
    ],
  },
  {
    name: 'That the CRM cancelled an order is not noted where a person or a receipt holds it',
    needs: ['an order is cancelled'],
    test: 'test/scenarios/orders-crm-differs.test.ts',
    changes: [
      {
        file: 'server/orders/order/crm-store.ts',
        from: 'crm_cancelled = excluded.crm_cancelled,',
        to: "crm_cancelled = case when ${heldSql('o')} then o.crm_cancelled else excluded.crm_cancelled end,",
      },
    ],
  },
  {
    name: 'A refused parcel is never asked about again, though a refusal may be taken back',
    needs: ['a refusal is taken back'],
    test: 'server/parcels/due-rules.test.ts',
    changes: [
      {
        file: 'server/parcels/due-rules.ts',
        from: 'return ageMs > longest.refusedMs ? null : rarely',
        to: 'return code !== redirectedCode || ageMs > longest.refusedMs ? null : rarely',
      },
    ],
  },
  {
    name: 'An answer without a sum wipes the sum that was known',
    needs: ['a carrier key expires', 'payment control changes'],
    test: 'server/parcels/payment-rules.test.ts',
    changes: [
      {
        file: 'server/parcels/payment-rules.ts',
        from: 'said.cod_amount === null || isDone ? known : said',
        to: 'isDone ? known : said',
      },
    ],
  },
  {
    name: 'A redirection that is taken back leaves the parcel at the deleted waybill',
    needs: ['a parcel is redirected', 'a redirection is taken back'],
    test: 'server/parcels/redirect-rules.test.ts',
    changes: [
      {
        file: 'server/parcels/redirect-rules.ts',
        from: 'asked_ttn !== null || status_code !== deletedCode) return null',
        to: 'asked_ttn !== null || status_code !== unknownCode) return null',
      },
    ],
  },
  {
    name: 'Another TTN of an order takes over what was known of the parcel before',
    needs: ['another TTN is given to an order'],
    test: 'test/scenarios/orders-lifecycle.test.ts',
    changes: [
      {
        file: 'server/parcels/sql/follow-orders.sql',
        from: 'where removed.id = added.id and parcels.order_id = added.id and removed.ttn is distinct from added.ttn;',
        to: `where removed.id = added.id and parcels.order_id = added.id and added.ttn is null;
  update parcels set ttn = added.ttn from added where parcels.order_id = added.id and parcels.ttn <> added.ttn;`,
      },
      {
        file: 'server/parcels/sql/follow-orders.sql',
        from: 'where added.ttn is not null and removed.ttn is distinct from added.ttn;',
        to: 'where added.ttn is not null and removed.ttn is null;',
      },
    ],
  },
  {
    name: 'A restored order is missing in the count of its tab',
    needs: ['an order is hidden', 'a hidden order is restored'],
    test: 'test/scenarios/orders-lifecycle.test.ts',
    changes: [
      {
        file: 'server/orders/sql/tally-changed-orders.sql',
        from: 'union all select tab, -1 from removed where deleted_at is null',
        to: 'union all select tab, -1 from removed',
      },
    ],
  },
  {
    name: 'A receipt whose answer is lost is sent again before the first request can no longer take effect',
    needs: ['an answer of Checkbox is lost'],
    test: 'server/receipts/machine/machine.test.ts',
    changes: [
      {
        file: 'server/receipts/machine/machine.ts',
        from: `  const { answered, cancel_wanted, provider_id, absent_at } = receipt
  if (!isQuiet(receipt, now)) return stay(receipt)`,
        to: '  const { answered, cancel_wanted, provider_id, absent_at } = receipt',
      },
    ],
  },
  {
    name: 'A receipt whose document was removed at Checkbox waits for its payment for ever',
    needs: ['a colleague removes a document'],
    test: 'test/scenarios/receipts-poll.test.ts',
    changes: [
      {
        file: 'server/receipts/lookup/poll-receipts.ts',
        from: 'if (row.gone_since !== null && ',
        to: 'if (row.gone_since === null || ',
      },
    ],
  },
  {
    name: 'A document without a receipt stays in the list after it was removed at Checkbox',
    needs: ['a colleague makes a document by hand', 'a colleague removes a document'],
    test: 'test/scenarios/receipts-poll.test.ts',
    changes: [
      {
        file: 'server/receipts/orphans/sweep-orphans.ts',
        from: 'if (is_advance || (!is_adopted && ids.has(provider_id))) continue',
        to: 'if (is_advance || !is_adopted || ids.has(provider_id)) continue',
      },
    ],
  },
  {
    name: 'An order with the TTN to which the parcel of another one was redirected gets a second receipt of it',
    needs: ['a parcel is redirected', 'the TTN of another order is typed'],
    test: 'test/scenarios/receipts-redirected.test.ts',
    changes: [
      {
        file: 'server/receipts/creating/candidate-store.ts',
        from: 'r.ttn = any(array[o.ttn, ${redirectedTo}] || p.passed_ttns)',
        to: 'r.ttn = o.ttn',
      },
      {
        file: 'server/receipts/creating/candidate-store.ts',
        from: 'or op.followed_ttn = o.ttn or op.passed_ttns @> array[o.ttn]',
        to: '',
      },
      {
        file: 'server/receipts/creating/candidate-store.ts',
        from: "or (op.successor_kind = 'redirect' and op.successor_ttn = o.ttn))",
        to: ')',
      },
    ],
  },
  {
    name: 'After a restored backup the triggers of tables without an id sleep on',
    needs: ['a backup is made', 'the backup is restored'],
    test: 'test/scenarios/backup.long.test.ts',
    changes: [
      {
        file: 'server/backup/store.ts',
        from: 'await client.query(`alter table ${name} enable trigger user`)',
        to: "if (columns.includes('id')) await client.query(`alter table ${name} enable trigger user`)",
      },
    ],
  },
  {
    name: 'The orders that need attention leave out those whose sum is not the one of their receipt',
    needs: ['payment control changes'],
    test: 'test/scenarios/troubles-rules-in-sql.test.ts',
    changes: [
      {
        file: 'server/orders/queue/trouble-store.ts',
        from: '  union all select id from orders where control_differs\n',
        to: '',
      },
    ],
  },
]
