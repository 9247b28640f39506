import type { PlantedFault } from './planted-fault.ts'

const scopeById = `  cashier_id,
}: Pick<RegisterInfo, 'fiscal_number' | 'cashier_id'>): string | null =>
  fiscal_number === null || cashier_id === null ? null : \`\${fiscal_number}#\${cashier_id}\``

/** Clocks, and what was true of a cashier, a till or a waybill when it was looked at. */
export const faultsOfTime: readonly PlantedFault[] = [
  {
    name: 'a cashier is known by the full name, so that a namesake who sees no document proves it gone',
    needs: [
      'a cashier is made anew under the same name',
      'the PIN of a register is typed',
      'Checkbox shows documents otherwise',
    ],
    test: 'test/scenarios/provider-credentials.test.ts',
    changes: [
      {
        file: 'server/cash-registers/health/rules.ts',
        from: scopeById,
        to: `  cashier,
}: Pick<RegisterInfo, 'fiscal_number' | 'cashier'>): string | null =>
  fiscal_number === null ? null : \`\${fiscal_number}#\${cashier.name}\``,
      },
    ],
  },
  {
    name: 'a cashier with a new surname is taken for another one, so that a cancel never ends',
    needs: ['a cashier gets another name', 'a receipt is cancelled'],
    test: 'test/scenarios/provider-credentials.test.ts',
    changes: [
      {
        file: 'server/cash-registers/health/rules.ts',
        from: scopeById,
        to: `  cashier_id,
  cashier,
}: Pick<RegisterInfo, 'fiscal_number' | 'cashier_id' | 'cashier'>): string | null =>
  fiscal_number === null || cashier_id === null ? null : \`\${fiscal_number}#\${cashier_id}/\${cashier.name}\``,
      },
    ],
  },
  {
    name: 'a receipt whose document was known and cannot be seen any more cannot be given up',
    needs: ['a cashier leaves, another one comes', 'Checkbox shows documents otherwise'],
    test: 'test/scenarios/provider-credentials.test.ts',
    changes: [
      {
        file: 'server/receipts/machine/machine.ts',
        from: 'if (mayLand(receipt, now) || (receipt.quiet_after ?? receipt.provider_id) === null) return null',
        to: 'if (receipt.provider_id !== null || !isQuiet(receipt, now)) return null',
      },
    ],
  },
  {
    name: 'after a receipt whose document cannot be seen was given up, its order gets no new one',
    needs: ['a cashier leaves, another one comes', 'Checkbox shows documents otherwise'],
    test: 'test/scenarios/provider-credentials.test.ts',
    changes: [
      {
        file: 'server/receipts/settling/give-up-receipt.ts',
        from: 'await noteGone(tx, receipt.provider_id, theirTime({ client }, seen_at))',
        to: 'theirTime({ client }, seen_at)',
      },
    ],
  },
  {
    name: 'the credentials of the cashier who came are refused while receipts of the one who left are open',
    needs: ['a cashier leaves, another one comes'],
    test: 'test/scenarios/register-credentials.test.ts',
    changes: [
      {
        file: 'server/cash-registers/changing/judge-credentials.ts',
        from: `return { present, verdict: replaces ? 'replaces' : verdict }`,
        to: 'return { present, verdict }',
      },
    ],
  },
  {
    name: 'a new cashier who sees the documents of the one who left can never prove one of them gone',
    needs: ['a cashier leaves, another one comes', 'a colleague removes a document'],
    test: 'test/scenarios/register-credentials.test.ts',
    changes: [
      {
        file: 'server/receipts/machine/note-store.ts',
        from: 'if (scope === null || documentIds.length === 0) return',
        to: 'if (scope !== null || documentIds.length === 0) return',
      },
    ],
  },
  {
    name: 'documents are looked for in a window of our clock, so that one ahead by days finds nothing and sends again',
    needs: ['the clock is put wrong', 'an answer of Checkbox is lost'],
    test: 'test/scenarios/receipts-clocks.test.ts',
    changes: [
      {
        file: 'server/receipts/lookup/find-provider.ts',
        from: 'new Date(ours.getTime() - client.aheadMs())',
        to: 'new Date(ours.getTime())',
      },
      {
        file: 'server/receipts/machine/store.ts',
        from: `min(e.at - make_interval(secs => coalesce((e.details ->> 'ahead_ms')::float8, 0) / 1000))`,
        to: 'min(e.at)',
      },
    ],
  },
  {
    name: 'a permit has the time of our clock, so that our own document counts as made by another hand',
    needs: ['the clock is put wrong', 'an answer of Checkbox is lost'],
    test: 'test/scenarios/receipts-clocks.test.ts',
    changes: [
      {
        file: 'server/receipts/machine/move-receipt.ts',
        from: `return type === 'claimed' && ahead_ms !== 0 ? { ahead_ms } : {}`,
        to: `return type === 'claimed' && ahead_ms !== 0 ? { said_ahead_ms: ahead_ms } : {}`,
      },
    ],
  },
  {
    name: 'what was seen while our clock was ahead hides what is seen after it was put right',
    needs: ['the clock is put wrong', 'a colleague makes a document by hand'],
    test: 'test/scenarios/receipts-clocks.test.ts',
    changes: [
      {
        file: 'server/receipts/lookup/update-snapshot.ts',
        from: 'const now = theirTime(provider, read_at)',
        to: 'const now = read_at',
      },
    ],
  },
  {
    name: 'a list counts though our clock was moved while it was asked for, and its window was of the wrong time',
    needs: ['the clock is put wrong', 'another hand comes between'],
    test: 'test/scenarios/receipts-clocks.test.ts',
    changes: [
      {
        file: 'server/receipts/lookup/update-snapshot.ts',
        from: 'if (Math.abs(provider.client.aheadMs() - ahead) > skewMs) return clockMoved',
        to: 'if (Math.abs(provider.client.aheadMs() - ahead) > Infinity) return clockMoved',
      },
    ],
  },
  {
    name: 'a parcel with a due time in the future is not asked about',
    needs: ['the clock is put wrong'],
    test: 'test/scenarios/parcels-clock.test.ts',
    changes: [
      {
        file: 'server/parcels/tracking-store.ts',
        from: '(due_at <= ${before.toISOString()} or checked_at > ${before.toISOString()})',
        to: 'due_at <= ${before.toISOString()}',
      },
    ],
  },
  {
    name: 'a carrier key that a clock ahead has paused stays paused for days',
    needs: ['the clock is put wrong', 'a carrier key has had enough for today'],
    test: 'test/scenarios/parcels-clock.test.ts',
    changes: [
      {
        file: 'server/parcels/note-key-answers.ts',
        from: 'return leftMs > 0 && leftMs <= longest * 1000',
        to: 'return leftMs > 0 && longest > 0',
      },
    ],
  },
  {
    name: 'documents at the other registers of the payee are not looked for before the first send',
    // A receipt must wait while the document is made: otherwise the next sweep has seen it before.
    needs: ['a colleague makes a document by hand', 'Checkbox is out of order'],
    test: 'test/scenarios/provider-other-registers.test.ts',
    changes: [
      {
        file: 'server/receipts/sending/prepare-sending.ts',
        from: `  if (run.lookup.kind === 'whole') run.unlisted = await listOtherRegisters(app, provider, depth.reach, signal)
`,
        to: '',
      },
    ],
  },
  {
    name: 'a receipt is sent though another register of the payee could not be listed',
    needs: ['a colleague makes a document by hand', 'the list of Checkbox cannot be read'],
    test: 'test/scenarios/provider-other-registers.test.ts',
    changes: [
      {
        file: 'server/receipts/sending/prepare-sending.ts',
        from: `return unlisted && isWorthWaiting ? { ...unlisted, of_other_register: true } : { kind: 'nothing' }`,
        to: `return unlisted && !isWorthWaiting ? { kind: 'nothing' } : { kind: 'nothing' }`,
      },
    ],
  },
  {
    name: 'a document of another register that stopped a receipt cannot take its place',
    needs: ['a colleague makes a document by hand'],
    test: 'test/scenarios/provider-other-registers.test.ts',
    changes: [
      {
        file: 'server/receipts/settling/attach-document.ts',
        from: 'return cash_register_id !== receipt.cash_register_id || (said',
        to: 'return false && (said',
      },
    ],
  },
  {
    name: 'a document as old as its waybill is not found when the order came weeks later',
    needs: [
      'a waybill is made before its order',
      'an order for a waybill that was there before',
      'a colleague makes a document by hand',
    ],
    test: 'test/scenarios/provider-old-waybill.test.ts',
    changes: [
      {
        file: 'server/receipts/sending/prepare-sending.ts',
        from: `    dayBefore(waybill_made_at, longestWaybillMs),
`,
        to: '',
      },
    ],
  },
  {
    name: 'when a waybill was made is not kept',
    needs: [
      'a waybill is made before its order',
      'an order for a waybill that was there before',
      'a colleague makes a document by hand',
    ],
    test: 'test/scenarios/parcels-redirected.test.ts',
    changes: [
      {
        file: 'server/parcels/rules.ts',
        from: 'waybill_made_at: earlier(known.waybill_made_at, said.made_at),',
        to: 'waybill_made_at: known.waybill_made_at,',
      },
    ],
  },
  {
    name: 'each click on «фіскалізувати» is a call of its own, also while an earlier one is under way',
    needs: ['a receipt is fiscalized by hand', 'another hand comes between'],
    test: 'test/scenarios/receipts-fiscalize-again.test.ts',
    changes: [
      {
        file: 'server/receipts/settling/fiscalize-receipt.ts',
        from: `if (!(await takeLease(tx, id, leaseSeconds))) throw new AppError('receipt.being_fiscalized')`,
        to: 'await takeLease(tx, id, leaseSeconds)',
      },
    ],
  },
  {
    name: 'a date without a zone is read an hour early in the hour that comes twice',
    test: 'server/receipts/lookup/match-documents.test.ts',
    changes: [
      {
        file: 'server/integrations/fiscal/checkbox/read-ettn.ts',
        from: 'toInstant(ettn.date_created, read_at)',
        to: 'toInstant(ettn.date_created)',
      },
    ],
  },
  {
    name: 'which of the two hours a date without a zone is of is decided by our clock',
    test: 'server/integrations/fiscal/checkbox/list-documents.test.ts',
    changes: [
      {
        file: 'server/integrations/fiscal/checkbox/read-answer.ts',
        from: 'read_at: writtenAt(headers) ?? now }',
        to: 'read_at: writtenAt(new Headers()) ?? now }',
      },
    ],
  },
]
