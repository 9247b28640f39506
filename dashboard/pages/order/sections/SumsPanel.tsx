import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatMoney } from '#/contract/money.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import type { Remedy, SumCheck } from '../draft/check-sums.ts'
import { fieldId, mistakeAt } from '../editing/fields.ts'
import { remedyLabel, sumSentences } from '../draft/sum-words.ts'
import classes from './SumsPanel.module.css'
import type { OrderEditing } from '../editing/use-order-editing.ts'

interface Props {
  /** null: what is typed is no goods or no sum yet. */
  check: SumCheck | null
  editing: OrderEditing
  /** Absent where the order cannot be changed. */
  onRemedy?: (remedy: Remedy) => void
  /** Absent where no advance can be taken now. */
  onPrepay?: () => void
}

/** Everything that must add up, down to the payment control of the waybill. */
export function SumsPanel({ check, editing, onRemedy, onPrepay }: Props) {
  return (
    <div className={classes.panel}>
      <dl className={classes.sums}>
        <Sum name="Товари разом">{check && formatMoney(check.goods)}</Sum>
        {check !== null && check.discount > 0 && <Sum name="Знижка замовлення">−{formatMoney(check.discount)}</Sum>}
        <Sum name="Сума замовлення" strong>
          {editing.state === null ? (
            check && formatMoney(check.goods - check.discount)
          ) : (
            <TotalField editing={editing} />
          )}
        </Sum>
        {check !== null && check.prepaid > 0 && (
          <>
            <Sum name="Передоплата">−{formatMoney(check.prepaid)}</Sum>
            <Sum name="Залишок до сплати" strong>
              {formatMoney(check.control)}
            </Sum>
          </>
        )}
        {check !== null && check.asked !== null && (
          <Sum name="Контроль оплати в накладній">{formatMoney(check.asked)}</Sum>
        )}
      </dl>
      {check !== null && <Verdict check={check} {...(onRemedy && { onRemedy })} {...(onPrepay && { onPrepay })} />}
    </div>
  )
}

function Sum({ name, strong = false, children }: { name: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className={classes.sum} data-strong={strong || undefined}>
      <dt>{name}</dt>
      <dd>{children ?? '—'}</dd>
    </div>
  )
}

function TotalField({ editing: { state, change } }: { editing: OrderEditing }) {
  if (state === null) return null
  return (
    <TextField
      id={fieldId('total')}
      aria-label="Сума замовлення"
      inputMode="decimal"
      inputClassName={classes.number}
      value={state.draft.total}
      error={mistakeAt(state.mistakes, 'total')}
      onChange={(event) => change({ total: event.currentTarget.value })}
    />
  )
}

function Verdict({ check, onRemedy, onPrepay }: Pick<Props, 'onRemedy' | 'onPrepay'> & { check: SumCheck }) {
  if (!check.fails) {
    return check.asked === null ? null : (
      <p className={classes.verdict} data-tone="good">
        <IconCircleCheck size={18} aria-hidden />
        <span>Суми збігаються з контролем оплати до копійки.</span>
      </p>
    )
  }
  const ways = check.remedies.flatMap((remedy) => {
    const take = remedy.kind === 'prepay' ? onPrepay : onRemedy
    return take === undefined ? [] : [{ remedy, take }]
  })
  return (
    <div className={classes.verdict} data-tone="danger">
      <IconAlertTriangle size={18} aria-hidden />
      <div>
        {sumSentences(check).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {ways.length > 0 && (
          <div className={classes.remedies}>
            {ways.map(({ remedy, take }) => (
              <Button
                key={remedyLabel(remedy, check)}
                variant="default"
                size="compact-sm"
                className={classes.remedy}
                onClick={() => take(remedy)}
              >
                {remedyLabel(remedy, check)}
              </Button>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}
