import { Button } from '../../../ui/Button.tsx'
import { fieldLabels, fieldWords } from '../draft/field-words.ts'
import type { DraftField, OrderDraft } from '../draft/order-draft.ts'
import classes from './TwoVersions.module.css'
import { asCell, asColumnHead, asRow, asRowHead, asRows, asTable } from '../../../ui/table-roles.ts'

interface Props {
  fields: readonly DraftField[]
  /** Two states of the order beside each other, each with its name. */
  one: { name: string; draft: OrderDraft }
  other: { name: string; draft: OrderDraft }
  /** What stands above the fields and cannot be chosen. */
  head?: readonly { name: string; ours: string; theirs: string }[]
  /** A person chooses one of the two, field by field. */
  onChoose?: (choice: 'keep_mine' | 'take_theirs', field: DraftField) => void
}

export function TwoVersions({ fields, one, other, head, onChoose }: Props) {
  return (
    <table {...asTable} className={classes.table}>
      <thead {...asRows}>
        <tr {...asRow}>
          <th {...asColumnHead} scope="col">
            Поле
          </th>
          <th {...asColumnHead} scope="col">
            {one.name}
          </th>
          <th {...asColumnHead} scope="col">
            {other.name}
          </th>
          {onChoose && (
            <th {...asColumnHead} scope="col">
              <span className="visually-hidden">Вибір</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody {...asRows}>
        {head?.map(({ name, ours, theirs }) => (
          <tr {...asRow} key={name}>
            <th {...asRowHead} scope="row">
              {name}
            </th>
            <Value name={one.name} words={[ours]} />
            <Value name={other.name} words={[theirs]} />
          </tr>
        ))}
        {fields.map((field) => (
          <tr {...asRow} key={field}>
            <th {...asRowHead} scope="row">
              {fieldLabels[field]}
            </th>
            <Value name={one.name} words={fieldWords(field, one.draft)} />
            <Value name={other.name} words={fieldWords(field, other.draft)} />
            {onChoose && (
              <td {...asCell}>
                <FieldChoice onChoose={(choice) => onChoose(choice, field)} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ name, words }: { name: string; words: readonly string[] }) {
  return (
    <td {...asCell} data-label={name}>
      {words.map((paragraph, place) => (
        // Two lines of goods may read the same.
        // oxlint-disable-next-line react/no-array-index-key
        <p key={place}>{paragraph}</p>
      ))}
    </td>
  )
}

function FieldChoice({ onChoose }: { onChoose: (choice: 'keep_mine' | 'take_theirs') => void }) {
  return (
    <div className={classes.choice}>
      <Button size="compact-sm" variant="default" onClick={() => onChoose('keep_mine')}>
        Залишити моє
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => onChoose('take_theirs')}>
        Взяти нове
      </Button>
    </div>
  )
}
