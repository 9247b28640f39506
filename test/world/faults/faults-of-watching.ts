import type { PlantedFault } from './planted-fault.ts'

/** What is watched for how long, and what people are shown of it. */
export const faultsOfWatching: readonly PlantedFault[] = [
  {
    name: 'A parcel that was received before its sender was known is never asked about again',
    needs: ['a carrier key expires', 'a carrier key works again'],
    test: 'test/scenarios/parcels-unproven.test.ts',
    changes: [
      {
        file: 'server/parcels/due-rules.ts',
        from: 'if (own === null && isReceived(code)) return rarely',
        to: '',
      },
      {
        file: 'server/parcels/sql/look-for-senders.sql',
        from: "due_at is distinct from '-infinity'",
        to: "due_at <> '-infinity'",
      },
    ],
  },
  {
    name: 'A received parcel whose sender and sum are not known calls nobody',
    needs: ['a carrier key expires'],
    test: 'test/scenarios/parcels-unproven.test.ts',
    changes: [
      {
        file: 'server/orders/queue/troubles/unbound-received.ts',
        from: 'o.cod_amount is distinct from 0',
        to: 'o.cod_amount > 0',
      },
    ],
  },
  {
    name: 'A parcel sent with a phone that the cabinet does not name is a stranger’s, and its sum is thrown away',
    needs: ['a parcel has the phone of an operator'],
    test: 'test/scenarios/parcels-senders.test.ts',
    changes: [
      {
        file: 'server/parcels/sender-rules.ts',
        from: 'return everyKey && only !== undefined && other === undefined ? only.id : null',
        to: 'return everyKey && only?.is_owner === true && other === undefined ? only.id : null',
      },
      {
        file: 'server/parcels/search-sender.ts',
        from: 'own: null, is_sender: true, problem: doubtAbout(to, at)',
        to: 'own: isAnswered ? false : null, is_sender: false, problem: doubtAbout(to, at)',
      },
    ],
  },
  {
    name: 'Of the senders of a cabinet only the first one has phones',
    needs: ['a sender joins a cabinet'],
    test: 'test/scenarios/parcels-senders.test.ts',
    changes: [
      {
        file: 'server/integrations/carrier/ask-key-owner.ts',
        from: 'toKeyOwner(sender, ofFirst, contacts)',
        to: 'toKeyOwner(sender, ofFirst)',
      },
    ],
  },
  {
    name: 'The parcels of a switched-off register are not asked about any more, and nobody is called',
    needs: ['a register is switched off'],
    test: 'test/scenarios/parcels-not-asked.test.ts',
    changes: [
      {
        file: 'server/cash-registers/register/store.ts',
        from: '${registers} and carrier_key is not null order by active desc',
        to: '${registers} and active and carrier_key is not null order by active desc',
      },
      {
        file: 'server/orders/queue/troubles/not-asked.ts',
        from: 'where p.active and p.due_at is not null and p.due_at <=',
        to: 'where p.active and r.active is not false and p.due_at is not null and p.due_at <=',
      },
      {
        file: 'server/cash-registers/reading/register-for-receipts.ts',
        from: 'return [...unable, ...switchedOff.map(({ id, name, ...held }) => ({ id, name, detail: switchedOffWords(held) }))]',
        to: 'return unable',
      },
    ],
  },
  {
    name: 'A receipt counts as fiscal while the fiscal receipt itself ended in ERROR, and nobody is called',
    needs: ['fiscal receipts end as ERROR'],
    test: 'test/scenarios/receipts-without-code.test.ts',
    changes: [
      {
        file: 'server/orders/queue/troubles/fiscal-without-code.ts',
        from: "rc.state = 'fiscalized' and rc.fiscal_code is null",
        to: "rc.state = 'fiscalized' and rc.fiscal_code is null and rc.fiscal_receipt_id is null",
      },
    ],
  },
  {
    name: 'While the list of a register is refused, none of its documents is asked about by its id either',
    needs: ['the list of Checkbox cannot be read'],
    test: 'test/scenarios/receipts-stuck.test.ts',
    changes: [
      {
        file: 'server/receipts/lookup/poll-receipts.ts',
        from: 'return askForOld(app, provider, ids, signal)',
        to: 'return',
      },
    ],
  },
  {
    name: 'A receipt that waits in the queue for hours calls nobody',
    needs: ['the list of Checkbox cannot be read'],
    test: 'test/scenarios/receipts-stuck.test.ts',
    changes: [
      {
        file: 'server/orders/queue/troubles/stuck.ts',
        from: "rc.state in ('queued', 'sending', 'unknown', 'cancelling', 'cancel_unknown')",
        to: "rc.state in ('sending', 'unknown', 'cancelling', 'cancel_unknown')",
      },
    ],
  },
  {
    name: 'A TTN that is no number, or that the carrier does not know, calls nobody',
    needs: ['the TTN of an order is mistyped'],
    test: 'test/scenarios/parcels-not-asked.test.ts',
    changes: [
      {
        file: 'server/orders/queue/troubles/not-asked.ts',
        from: '${unfindable(times)} union all ',
        to: '',
      },
    ],
  },
  {
    name: 'Nobody is called to return the fiscal receipt of a parcel that was refused',
    needs: ['a parcel is paid before it is received'],
    test: 'test/scenarios/receipts-return-due.test.ts',
    changes: [
      {
        file: 'server/orders/queue/troubles/return-due.ts',
        from: 'from orders o left join parcels p on p.order_id = o.id',
        to: 'from orders o join parcels p on p.order_id = o.id and p.paid',
      },
    ],
  },
  {
    name: 'Two orders of one parcel count twice in the summary',
    needs: ['another order for the same waybill'],
    test: 'test/scenarios/parcels-counted-once.test.ts',
    changes: [
      {
        file: 'server/parcels/sql/tally-awaited.sql',
        from: 'greatest(counted.before, gone.before) as before',
        to: 'gone.before as before',
      },
    ],
  },
  {
    name: 'Other goods that the CRM gives an order with a receipt are not shown',
    needs: ['goods of an order change'],
    test: 'test/scenarios/orders-crm-comparison.test.ts',
    changes: [
      {
        file: 'server/orders/sql/crm-differs.sql',
        from: " or o.crm -> 'goods' <> o.goods",
        to: '',
      },
    ],
  },
  {
    name: 'A parcel with a fiscal receipt that is not asked about any more calls nobody',
    needs: ['a carrier key expires'],
    test: 'test/scenarios/parcels-not-asked.test.ts',
    changes: [
      {
        file: 'server/orders/queue/troubles/not-asked.ts',
        from: "(o.ettn_state is distinct from 'fiscal' or not p.paid)",
        to: "o.ettn_state is distinct from 'fiscal'",
      },
    ],
  },
]
