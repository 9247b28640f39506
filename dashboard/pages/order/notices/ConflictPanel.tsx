import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { conflictId } from '../editing/fields.ts'
import { fieldLabels } from '../draft/field-words.ts'
import classes from './Notices.module.css'
import { TwoVersions } from './TwoVersions.tsx'
import type { OrderEditing } from '../editing/use-order-editing.ts'

/** Another person has saved the order while this person was editing it. */
export function ConflictPanel({ editing: { state, settle } }: { editing: OrderEditing }) {
  if (state === null || state.theirs === null) return null
  const { conflicts, taken, theirs, draft } = state
  const takenWords = taken.map((field) => fieldLabels[field]).join(', ')
  if (conflicts.length === 0) {
    return taken.length === 0 ? null : (
      <Notice tone="quiet">
        Поки ви редагували, замовлення змінилося. Взято нове: {takenWords}. Перевірте й збережіть.
      </Notice>
    )
  }
  const choices = (
    <div className={classes.panel} id={conflictId} tabIndex={-1}>
      <TwoVersions
        fields={conflicts}
        one={{ name: 'Моє', draft }}
        other={{ name: 'Нове', draft: theirs }}
        onChoose={(choice, field) => settle(choice, [field])}
      />
      {conflicts.length > 1 && (
        <div className={classes.choice}>
          <Button size="compact-sm" variant="default" onClick={() => settle('keep_mine', conflicts)}>
            Залишити все моє
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => settle('take_theirs', conflicts)}>
            Взяти все нове
          </Button>
        </div>
      )}
    </div>
  )
  return (
    <Notice tone="warn" below={choices}>
      <b>Поки ви редагували, замовлення змінив хтось інший.</b> Ваші зміни ще не збережено: виберіть, що залишити
      {taken.length > 0 && `. Вже взято нове: ${takenWords}`}.
    </Notice>
  )
}
