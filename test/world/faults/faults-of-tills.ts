import type { PlantedFault } from './planted-fault.ts'

/** Documents of other tills and cashiers, and registers that are registered anew. */
export const faultsOfTills: readonly PlantedFault[] = [
  {
    name: 'every document of a till that is not in the program is an orphan',
    needs: ['Checkbox shows documents otherwise', 'a colleague makes a document by hand'],
    test: 'test/scenarios/provider-whole-organisation.test.ts',
    changes: [
      {
        file: 'server/receipts/orphans/sweep-store.ts',
        from: 'and not (${isOfAnotherTill(ours)} and not ${isOurTtn})',
        to: 'and (true or ${isOfAnotherTill(ours)} or ${isOurTtn})',
      },
    ],
  },
  {
    name: 'an orphan is named by the register that listed it, not by the one that made it',
    needs: ['Checkbox shows documents otherwise', 'a colleague makes a document by hand'],
    test: 'test/scenarios/provider-whole-organisation.test.ts',
    changes: [
      {
        file: 'server/receipts/lookup/snapshot-store.ts',
        from: 'return { ...document, maker: maker?.id ?? null }',
        to: 'return { ...document, maker: maker?.id === of.cash_register_id ? maker.id : null }',
      },
    ],
  },
  {
    name: 'a document of another till that a register lists and cannot read by id is taken for removed',
    needs: ['Checkbox shows documents otherwise', 'a colleague makes a document by hand'],
    test: 'test/scenarios/provider-whole-organisation.test.ts',
    changes: [
      {
        file: 'server/receipts/lookup/update-snapshot.ts',
        from: 'scope === provider.scope && (said === null || provider.fiscal_number === null || said === provider.fiscal_number)',
        to: 'scope === provider.scope && said !== undefined',
      },
    ],
  },
  {
    name: 'a document that a cashier sees in the list and may not read by its id is taken for removed',
    needs: ['Checkbox shows documents otherwise', 'a cashier leaves, another one comes'],
    test: 'test/scenarios/provider-credentials.test.ts',
    changes: [
      {
        file: 'server/receipts/lookup/update-snapshot.ts',
        from: 'const listed = await findInList(app, provider, document, signal)',
        to: 'const listed = outcome',
      },
    ],
  },
  {
    name: 'a register that was registered anew takes no new PIN while receipts are open, though the old one is refused',
    needs: ['a register is registered anew', 'a cashier gets another PIN'],
    test: 'test/scenarios/register-credentials.test.ts',
    changes: [{ file: 'server/cash-registers/health/rules.ts', from: 'keeps_key || (scope', to: '(scope' }],
  },
]
