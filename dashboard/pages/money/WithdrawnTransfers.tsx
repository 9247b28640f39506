import { useState } from 'react'
import type { WithdrawnLine } from '#/contract/payouts.ts'
import { lineStateWords } from '#/contract/report-words.ts'
import { Button } from '../../ui/Button.tsx'
import { asCell, asColumnHead, asRow, asRows, asTable } from '../../ui/table-roles.ts'
import { Ttn } from '../order-parts/Ttn.tsx'
import page from './RegisterPage.module.css'
import { Settled, SumCells } from './TransferCells.tsx'
import classes from './TransfersTable.module.css'

const columns = [
  ['position', '№'],
  ['ttn', 'ТТН'],
  ['money', 'Прийнято'],
  ['money', 'Комісія'],
  ['money', 'Перераховано'],
  ['state', 'Останній стан'],
] as const

/** A register may have twenty thousand of them, more than a browser draws at once. */
const atOnce = 100

/** Only to be read: the states are told without colour, for nobody has to look at them any more. */
export function WithdrawnTransfers({ lines }: { lines: readonly WithdrawnLine[] }) {
  const [shown, setShown] = useState(atOnce)
  return (
    <section className={page.transfers} aria-label="Перекази вилученого реєстру">
      <table {...asTable} className={classes.table} aria-label="Перекази">
        <thead {...asRows} className={classes.head}>
          <tr {...asRow}>
            {columns.map(([column, name]) => (
              <th key={name} {...asColumnHead} scope="col" data-column={column}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...asRows}>
          {lines.slice(0, shown).map((line) => (
            <Row key={line.position} line={line} />
          ))}
        </tbody>
      </table>
      {lines.length > shown && (
        <Button variant="default" className={page.more} onClick={() => setShown(shown + atOnce)}>
          Показати ще
        </Button>
      )}
    </section>
  )
}

const Row = ({ line }: { line: WithdrawnLine }) => (
  <tr {...asRow} className={classes.row}>
    <td {...asCell} data-column="position" className="figures">
      {line.position}
    </td>
    <td {...asCell} data-column="ttn">
      <Ttn ttn={line.ttn} />
      {line.order_ref !== null && <span className={classes.under}>№&nbsp;{line.order_ref}</span>}
    </td>
    <SumCells sums={line} />
    <td {...asCell} data-column="state">
      {lineStateWords[line.state]}
      {line.settled !== null && <Settled settled={line.settled} />}
    </td>
  </tr>
)
