import type { Order } from '#/contract/orders.ts'
import { formatPhone } from '../../../words/format.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Fact } from '../../order-parts/Fact.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { fieldId, mistakeAt } from '../editing/fields.ts'
import { Section } from './Section.tsx'
import type { OrderEditing } from '../editing/use-order-editing.ts'
import classes from './Section.module.css'

interface Props {
  order: Order
  editing: OrderEditing
}

export function RecipientSection({ order, editing }: Props) {
  const { recipient } = order
  return (
    <Section title="Одержувач">
      {editing.state === null ? (
        <dl>
          <Fact name="Ім’я">
            {recipient.name === '' ? 'не вказано' : recipient.name}
            {recipient.name !== '' && <CopyButton value={recipient.name} what="одержувача" />}
          </Fact>
          <Fact name="Телефон">
            {recipient.phone === '' ? (
              'не вказано'
            ) : (
              <>
                <a className="figures" href={`tel:+${recipient.phone}`}>
                  {formatPhone(recipient.phone)}
                </a>
                <CopyButton value={`+${recipient.phone}`} what="телефон" />
              </>
            )}
          </Fact>
        </dl>
      ) : (
        <RecipientFields editing={editing} />
      )}
    </Section>
  )
}

function RecipientFields({ editing: { state, change } }: { editing: OrderEditing }) {
  if (state === null) return null
  const { draft, mistakes } = state
  return (
    <div className={classes.fields}>
      <TextField
        id={fieldId('name')}
        label="Ім’я"
        value={draft.name}
        error={mistakeAt(mistakes, 'name')}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextField
        id={fieldId('phone')}
        label="Телефон"
        type="tel"
        inputMode="tel"
        value={draft.phone}
        error={mistakeAt(mistakes, 'phone')}
        onChange={(event) => change({ phone: event.currentTarget.value })}
      />
    </div>
  )
}
