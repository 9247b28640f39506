import type { Order } from '#/contract/orders.ts'
import { TextArea } from '../../../ui/TextArea.tsx'
import { fieldId, mistakeAt } from '../editing/fields.ts'
import classes from './Section.module.css'
import { Section } from './Section.tsx'
import type { OrderEditing } from '../editing/use-order-editing.ts'

interface Props {
  order: Order
  editing: OrderEditing
}

export function NotesSection({ order, editing: { state, change } }: Props) {
  if (state === null) {
    return (
      <Section title="Примітки">
        {order.notes === '' ? <p className="soft">Немає.</p> : <p className={classes.notes}>{order.notes}</p>}
      </Section>
    )
  }
  return (
    <Section title="Примітки">
      <TextArea
        id={fieldId('notes')}
        aria-label="Примітки"
        rows={3}
        value={state.draft.notes}
        error={mistakeAt(state.mistakes, 'notes')}
        onChange={(event) => change({ notes: event.currentTarget.value })}
      />
    </Section>
  )
}
