import { formatMoney } from '#/contract/money.ts'
import { may } from '#/contract/permissions.ts'
import { pluralize } from '#/contract/plurals.ts'
import { useUser } from '../../../api/user.ts'
import { ActionBar } from '../../../ui/ActionBar.tsx'
import { Button } from '../../../ui/Button.tsx'
import type { SelectionState } from '../model/use-selection.ts'

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
  const said = (
    <>
      {pluralize(count, chosenForms)} · <b className="figures">{formatMoney(sum)}</b>
      {selection.more && ` · за раз не більше ${most}`}
    </>
  )
  const choice = (
    <>
      {canTakeAll && (
        <Button size="compact-md" variant="subtle" disabled={selection.busy} onClick={selection.takeAll}>
          {selection.busy ? 'Вибираємо…' : `Вибрати всі ${availableWord} за фільтром`}
        </Button>
      )}
      <Button size="compact-md" variant="subtle" onClick={selection.clear}>
        Зняти вибір
      </Button>
    </>
  )
  return (
    <ActionBar label="Вибрані замовлення" edge="page" said={said} choice={choice}>
      {may(role, 'order.edit') && count <= 50 && (
        <Button variant="default" onClick={onHide}>
          Приховати
        </Button>
      )}
      <Button variant="default" onClick={onPrint}>
        Друк реєстру
      </Button>
      {may(role, 'receipt.create') && (
        <Button aria-keyshortcuts="C" onClick={onCreate}>
          Створити чеки
        </Button>
      )}
    </ActionBar>
  )
}
