import type { PlantedFault } from './planted-fault.ts'

const marks: readonly PlantedFault[] = [
  {
    name: 'a document once marked as not ours never stands in the way again',
    needs: [
      'a document is marked as not ours',
      'an order for a waybill that was there before',
      'a colleague makes a document by hand',
    ],
    test: 'test/scenarios/provider-marks.test.ts',
    changes: [
      {
        file: 'server/receipts/machine/incident-store.ts',
        from: `mark.reason is not null
      and not exists (select from (\${salesOf(document.ttn)}) later where later.id <> all(mark.beside)))`,
        to: 'mark.reason is not null)',
      },
    ],
  },
  {
    name: '«no receipt needed» said of one sum holds for every later one',
    needs: ['an order is marked as needing no receipt', 'payment control changes'],
    test: 'test/scenarios/receipts-not-needed-sum.test.ts',
    changes: [
      {
        file: 'server/parcels/sql/end-not-needed.sql',
        from: 'when (old.not_needed_at is not null and',
        to: 'when (false and old.not_needed_at is not null and',
      },
    ],
  },
]

const ofTheCrm: readonly PlantedFault[] = [
  {
    name: 'a TTN that the CRM brings to an edited order without one is neither taken over nor told',
    needs: ['a note is written'],
    test: 'test/scenarios/orders-ttn-differs.test.ts',
    changes: [
      {
        file: 'server/orders/order/crm-store.ts',
        from: 'o.crm_ttn_seen is null and o.deleted_at is null)',
        to: 'o.crm_ttn_seen is null and o.deleted_at is null and o.edited_at is null)',
      },
      {
        file: 'server/orders/order/crm-store.ts',
        from: 'where behind_crm $',
        to: 'where behind_crm and edited_at is null $',
      },
      {
        file: 'server/orders/queue/troubles/ttn-differs.ts',
        from: 'where o.ttn_differs`',
        to: 'where o.ttn_differs and o.ttn is not null`',
      },
    ],
  },
  {
    name: 'that the CRM names another TTN than an order in a person’s hands is not told',
    needs: ['another TTN is given to an order'],
    test: 'test/scenarios/orders-ttn-differs.test.ts',
    changes: [
      {
        file: 'server/orders/queue/troubles/ttn-differs.ts',
        from: 'where o.ttn_differs`',
        to: 'where o.ttn_differs and false`',
      },
    ],
  },
  {
    name: 'an edit of anything counts as a decision about the TTN',
    needs: ['a note is written', 'another TTN is given to an order'],
    test: 'test/scenarios/orders-ttn-differs.test.ts',
    changes: [
      {
        file: 'server/orders/changing/rules.ts',
        from: 'ttn !== undefined && (ttn !== null || before !== null)',
        to: 'true',
      },
    ],
  },
  {
    name: 'that the CRM says something else is forgotten at the next edit',
    needs: ['a note is written', 'goods of an order change'],
    test: 'test/scenarios/orders-crm-comparison.test.ts',
    changes: [
      {
        file: 'server/orders/sql/compare-with-crm.sql',
        from: 'crm_differs(new);',
        to: 'crm_differs(new) and new.edited_at is not distinct from old.edited_at;',
      },
    ],
  },
  {
    name: 'an order that nothing holds any more does not go back to what the CRM says',
    needs: ['a receipt is cancelled', 'goods of an order change'],
    test: 'test/scenarios/orders-back-to-crm.test.ts',
    changes: [
      {
        file: 'server/orders/order/crm-store.ts',
        from: `
      or \${known}.behind_crm)`,
        to: ')',
      },
    ],
  },
  {
    name: 'a receipt that waits for the payment of a deleted waybill is not told',
    needs: ['a waybill is deleted'],
    test: 'test/scenarios/receipts-parcel-deleted.test.ts',
    changes: [
      {
        file: 'server/orders/queue/troubles/parcel-deleted.ts',
        from: 'where o.parcel_deleted`',
        to: 'where o.parcel_deleted and false`',
      },
    ],
  },
  {
    name: 'another CRM at the settings is taken for the one whose orders are there',
    needs: ['the settings name the CRM of another shop'],
    test: 'test/scenarios/orders-other-crm.test.ts',
    changes: [
      {
        file: 'server/orders/syncing/rules.ts',
        from: 'present === null || crm?.fingerprint === present.fingerprint',
        to: 'present === null || crm !== null',
      },
    ],
  },
]

const returns: readonly PlantedFault[] = [
  {
    name: 'a receipt whose money was given back holds its order and its TTN for ever',
    needs: ['a fiscal receipt is returned', 'another TTN is given to an order'],
    test: 'test/scenarios/receipts-returned.test.ts',
    changes: [{ file: 'server/receipts/sql/lives.sql', from: ' and rc.returned_at is null', to: '' }],
  },
  {
    name: 'a fiscal advance holds its order to the TTN it was made under',
    needs: ['a prepayment is created', 'another TTN is given to an order'],
    test: 'test/scenarios/receipts-returned.test.ts',
    changes: [
      {
        file: 'server/receipts/sql/receipt-facts.sql',
        from: `coalesce((select bool_and(kind = 'prepayment' and state = 'fiscalized') from mine where lives), false)`,
        to: 'false',
      },
    ],
  },
  {
    name: 'the rest of an advance is made for no TTN but the one the advance was made under',
    needs: ['a prepayment is created', 'another TTN is given to an order'],
    test: 'test/scenarios/receipts-returned.test.ts',
    changes: [
      {
        file: 'server/receipts/creating/candidate-store.ts',
        from: 'lives(a) and o.advance_only',
        to: 'lives(a) and o.advance_only and a.ttn = o.ttn',
      },
    ],
  },
  {
    name: 'a document whose money was given back stands in the way of a new receipt',
    needs: ['a fiscal receipt is returned', 'a colleague makes a fiscal document by hand'],
    test: 'test/scenarios/provider-documents.test.ts',
    changes: [
      {
        file: 'server/receipts/lookup/match-documents.ts',
        from: `status !== 'cancelled' && status !== 'returned'`,
        to: `status !== 'cancelled'`,
      },
      { file: 'server/receipts/lookup/match-documents.ts', from: 'returned: null,', to: `returned: 'fiscal',` },
      {
        file: 'server/receipts/lookup/snapshot-store.ts',
        from: `not in ('cancelled', 'returned')`,
        to: `not in ('cancelled')`,
      },
    ],
  },
]

const receipts: readonly PlantedFault[] = [
  {
    name: 'a document that another hand made before the first send is taken over in silence',
    needs: ['a colleague makes a document by hand', 'another hand comes between'],
    test: 'test/scenarios/provider-ownership.test.ts',
    changes: [{ file: 'server/receipts/lookup/match-documents.ts', from: 'sought.may_own && !taken', to: '!taken' }],
  },
  {
    name: 'a receipt is made of an order that has changed since it was confirmed',
    needs: ['goods of an order change'],
    test: 'test/scenarios/receipts-as-confirmed.test.ts',
    changes: [
      {
        file: 'server/receipts/creating/create-receipt.ts',
        from: 'changed: row.version !== (version ?? row.version)',
        to: 'changed: false',
      },
    ],
  },
  {
    name: 'many receipts at once are made of orders that have changed since they were confirmed',
    needs: ['goods of an order change'],
    test: 'test/scenarios/receipts-as-confirmed.test.ts',
    changes: [{ file: 'server/receipts/creating/bulk-create.ts', from: '{ batch_id, version })', to: '{ batch_id })' }],
  },
  {
    name: 'an advance that Checkbox does not make fiscal is not told, and a cancellation calls it fiscal',
    needs: ['a prepayment is created', 'fiscal receipts end as ERROR'],
    test: 'test/scenarios/receipts-unfinished-advance.test.ts',
    changes: [
      {
        file: 'server/orders/queue/troubles/stuck.ts',
        from: `(rc.kind = 'prepayment' or rc.cancel_wanted)`,
        to: 'rc.cancel_wanted',
      },
      {
        file: 'server/receipts/sending/remove-documents.ts',
        from: `if (event.type === 'remove_refused' && row.kind === 'prepayment')`,
        to: 'if (false)',
      },
      {
        file: 'server/integrations/fiscal/checkbox/remove-document.ts',
        from: 'чек передоплати ще не фіскальний, а скасувати його до того Checkbox не дає',
        to: 'чек передоплати вже фіскальний: його не скасувати, можна лише повернути гроші окремим чеком, а доти він чинний',
      },
    ],
  },
]

export const faultsOfMarks: readonly PlantedFault[] = [...marks, ...ofTheCrm, ...returns, ...receipts]
