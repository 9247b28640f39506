import { Button } from '../../../ui/Button.tsx'
import { Table, type Column } from '../../../ui/Table.tsx'
import { fieldLabels, fieldWords } from '../draft/field-words.ts'
import type { DraftField, OrderDraft } from '../draft/order-draft.ts'
import classes from './TwoVersions.module.css'

type Choice = 'keep_mine' | 'take_theirs'

interface Props {
  fields: readonly DraftField[]
  /** Two states of the order beside each other, each with its name. */
  one: { name: string; draft: OrderDraft }
  other: { name: string; draft: OrderDraft }
  /** What stands above the fields and cannot be chosen. */
  head?: readonly { name: string; ours: string; theirs: string }[]
  /** A person chooses one of the two, field by field. */
  onChoose?: (choice: Choice, field: DraftField) => void
}

interface Row {
  name: string
  ours: readonly string[]
  theirs: readonly string[]
  onChoose: ((choice: Choice) => void) | null
}

export function TwoVersions({ fields, one, other, head, onChoose }: Props) {
  const rows = [
    ...(head ?? []).map(({ name, ours, theirs }): Row => ({ name, ours: [ours], theirs: [theirs], onChoose: null })),
    ...fields.map((field): Row => {
      return {
        name: fieldLabels[field],
        ours: fieldWords(field, one.draft),
        theirs: fieldWords(field, other.draft),
        onChoose: onChoose ? (choice) => onChoose(choice, field) : null,
      }
    }),
  ]
  const columns = columnsOf(one.name, other.name)
  return (
    <Table
      name="Дві версії"
      place="inner"
      columns={onChoose ? [...columns, choice] : columns}
      rows={rows}
      keyOf={({ name }) => name}
    />
  )
}

const columnsOf = (one: string, other: string): readonly Column<Row>[] => [
  { key: 'field', head: 'Поле', card: 'lead', isStrong: true, cell: ({ name }) => name },
  { key: 'ours', head: one, cell: ({ ours }) => <Value words={ours} /> },
  { key: 'theirs', head: other, cell: ({ theirs }) => <Value words={theirs} /> },
]

const choice: Column<Row> = {
  key: 'choice',
  head: 'Вибір',
  isDeed: true,
  card: 'line',
  cell: ({ onChoose }) =>
    onChoose && (
      <div className={classes.choice}>
        <Button size="compact-sm" variant="default" onClick={() => onChoose('keep_mine')}>
          Залишити моє
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onChoose('take_theirs')}>
          Взяти нове
        </Button>
      </div>
    ),
}

const Value = ({ words }: { words: readonly string[] }) =>
  words.map((paragraph, place) => (
    // Two lines of goods may read the same.
    // oxlint-disable-next-line react/no-array-index-key
    <p key={place} className={classes.value}>
      {paragraph}
    </p>
  ))
