import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { formatMoney } from '#/contract/money.ts'
import { may } from '#/contract/permissions.ts'
import { pluralize } from '#/contract/plurals.ts'
import type { Orphan, ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { dismissOrphan } from '../../api/receipts.ts'
import { useUser } from '../../api/user.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { AdoptAll } from '../receipt-dialogs/AdoptAll.tsx'
import { DismissOrphan } from '../receipt-dialogs/DismissOrphan.tsx'
import { AdoptOne } from './AdoptOne.tsx'
import classes from './Orphans.module.css'
import { ManyDialog } from './ManyDialog.tsx'
import { refreshAfter } from './refresh-after.ts'
import type { Choosing } from './use-chosen.ts'
import { Worklist } from './Worklist.tsx'

interface Props {
  alarms: Pick<ReceiptAlarms, 'orphans' | 'orphans_count' | 'orphans_amount'>
  choosing: Choosing
}

const documentForms = { one: 'документ', few: 'документи', many: 'документів', other: 'документа' }
const nameOf = ({ provider_id }: Pick<Orphan, 'provider_id'>): string => `документ ${provider_id ?? '—'}`

const keyOf = ({ provider_id, at }: Orphan): string => provider_id ?? at
const toFacts = (orphan: Orphan) => ({
  ...orphan,
  since: orphan.at,
  detail: (
    <>
      Документ <code>{orphan.provider_id ?? '—'}</code>
      {orphan.order_id === null && '. Замовлення з такою ТТН у Касирі немає.'}
    </>
  ),
})

/** Documents that stand at Checkbox and belong to no receipt of ours; a person says of each that it is right. */
export function Orphans({ alarms: { orphans, orphans_count, orphans_amount }, choosing }: Props) {
  const { role } = useUser()
  const [asked, setAsked] = useState<readonly Named[] | null>(null)
  const maySettle = may(role, 'receipt.settle')
  const items = useMemo(() => orphans.map(toFacts), [orphans])
  const deeds = useCallback(
    (orphan: Orphan) => maySettle && isNamed(orphan) && <Deeds orphan={orphan} onDismiss={() => setAsked([orphan])} />,
    [maySettle],
  )
  return (
    <>
      <Worklist
        title="Документи Checkbox без чека в Касирі"
        about={<About orphans={orphans} maySettle={maySettle} />}
        count={orphans_count}
        amount={orphans_amount}
        items={items}
        keyOf={keyOf}
        nameOf={nameOf}
        choosing={maySettle ? choosing : null}
        renderTogether={(chosen) => (
          <Button onClick={() => setAsked(namedAmong(chosen))}>Усе гаразд… ({namedAmong(chosen).length})</Button>
        )}
      >
        {deeds}
      </Worklist>
      {asked?.length === 1 && asked[0] !== undefined && (
        <DismissOrphan
          providerId={asked[0].provider_id}
          besideOrder={asked[0].order_id}
          onClose={() => setAsked(null)}
        />
      )}
      {asked !== null && asked.length > 1 && (
        <DismissMany orphans={asked} onDone={choosing.clear} onClose={() => setAsked(null)} />
      )}
    </>
  )
}

type Named = Orphan & { provider_id: string }
const isNamed = (orphan: Orphan): orphan is Named => orphan.provider_id !== null
const namedAmong = (orphans: readonly Orphan[]): Named[] => orphans.filter(isNamed)

function About({ orphans, maySettle }: { orphans: readonly Orphan[]; maySettle: boolean }) {
  const adoptable = orphans.flatMap(({ provider_id, order_id }) =>
    provider_id === null || order_id === null ? [] : [provider_id],
  )
  return (
    <div className={classes.about}>
      <p>
        Такий документ є в Checkbox, але жоден чек Касира за ним не стоїть: можливо, його створили вручну. Перевірте в
        кабінеті Checkbox, чи він потрібен; зайвий видаліть, щоб покупець не отримав два чеки. Правильний прийміть: він
        стане чеком свого замовлення.
      </p>
      {maySettle && <AdoptAll providerIds={adoptable} />}
    </div>
  )
}

function Deeds({ orphan, onDismiss }: { orphan: Named; onDismiss: () => void }) {
  return (
    <>
      {orphan.order_id !== null && <AdoptOne providerId={orphan.provider_id} />}
      <Button variant="default" size="compact-sm" onClick={onDismiss}>
        {orphan.order_id === null ? 'Усе гаразд…' : 'Він не наш…'}
      </Button>
    </>
  )
}

interface ManyProps {
  orphans: readonly Named[]
  onDone: () => void
  onClose: () => void
}

function DismissMany({ orphans, onDone, onClose }: ManyProps) {
  const queries = useQueryClient()
  const sum = orphans.reduce((total, { amount }) => total + (amount ?? 0), 0)
  return (
    <ManyDialog
      title={`Усе гаразд: ${pluralize(orphans.length, documentForms)} без чека`}
      why={{
        label: 'Чому вони можуть лишитися',
        example: 'Наприклад: це чеки інших продажів, яких немає в Касирі.',
      }}
      action={`Позначити ${orphans.length}`}
      leave="Не позначати"
      items={orphans}
      act={({ provider_id, order_id }, reason) => dismissOrphan(provider_id, { reason, order_id })}
      nameOf={nameOf}
      onDone={(done) => {
        refreshAfter(
          queries,
          orphans.flatMap(({ order_id }) => order_id ?? []),
        )
        if (done > 0) toast(`Позначено перевіреними: ${pluralize(done, documentForms)}.`)
        onDone()
      }}
      onClose={onClose}
    >
      {pluralize(orphans.length, documentForms)} на {formatMoney(sum)} більше не вимагатимуть уваги й не заважатимуть
      створити чеки за їхніми ТТН: чеки замовлень, які є в Касирі, прийміть. Причина одна для всіх. Хто й чому так
      вирішив, залишиться в журналі.
    </ManyDialog>
  )
}
