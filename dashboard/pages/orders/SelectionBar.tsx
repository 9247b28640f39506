import { formatMoney } from '#/contract/money.ts'
import { may } from '#/contract/permissions.ts'
import { pluralize } from '#/contract/plurals.ts'
import { useUser } from '../../shell/user.ts'
import classes from './SelectionBar.module.css'
import buttons from './Toolbar.module.css'
import type { SelectionState } from './use-selection.ts'

/** The server takes no more at once. */
const most = 500

interface Props {
  selection: SelectionState
  /** Of everything the filter leaves in this tab; null where it cannot be taken as a whole. */
  available: number | null
  /** The same as it is shown. */
  availableWord: string
  onCreate: () => void
  onPrint: () => void
  onHide: () => void
}

const chosenForms = {
  one: 'замовлення вибрано',
  few: 'замовлення вибрано',
  many: 'замовлень вибрано',
  other: 'замовлення вибрано',
}

/** What is chosen, always in sight, and what can be done with all of it. */
export function SelectionBar({ selection, available, availableWord, onCreate, onPrint, onHide }: Props) {
  const { role } = useUser()
  const { count, sum } = selection
  if (count === 0) return null
  const canTakeAll = available !== null && selection.isWholePage && count < Math.min(available, most)
  return (
    <section className={classes.bar} data-bottom-bar aria-label="Вибрані замовлення">
      <output className={classes.count}>
        {pluralize(count, chosenForms)} · <b className="figures">{formatMoney(sum)}</b>
        {selection.more && ` · за раз не більше ${most}`}
      </output>
      {canTakeAll && (
        <button type="button" className={buttons.link} disabled={selection.busy} onClick={selection.takeAll}>
          {selection.busy ? 'Вибираємо…' : `Вибрати всі ${availableWord} за фільтром`}
        </button>
      )}
      <button type="button" className={buttons.link} onClick={selection.clear}>
        Зняти вибір
      </button>
      <span className={classes.actions}>
        {may(role, 'order.edit') && count <= 50 && (
          <button type="button" className={buttons.button} onClick={onHide}>
            Приховати
          </button>
        )}
        <button type="button" className={buttons.button} onClick={onPrint}>
          Друк реєстру
        </button>
        {may(role, 'receipt.create') && (
          <button type="button" className={buttons.button} data-primary aria-keyshortcuts="C" onClick={onCreate}>
            Створити чеки
          </button>
        )}
      </span>
    </section>
  )
}
