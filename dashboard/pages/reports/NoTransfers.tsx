import { Link } from '@tanstack/react-router'
import { paths } from '../../addresses/paths.ts'
import { Notice } from '../../ui/Notice.tsx'

/** Columns of zeros look like an answer; that nothing was uploaded is another matter. */
export const NoTransfers = () => (
  <Notice
    tone="quiet"
    below={
      <p>
        <Link to={paths.money}>Завантажити реєстри на сторінці «Перекази»</Link>
      </p>
    }
  >
    За цей період немає жодного переказу, тому про гроші звіт не&nbsp;знає. Якщо вони надходили, бракує реєстрів
    NovaPay.
  </Notice>
)
