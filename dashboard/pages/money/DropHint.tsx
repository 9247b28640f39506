import { IconFileSpreadsheet } from '@tabler/icons-react'
import classes from './DropHint.module.css'

/** While files are held over the page. Hidden from screen readers: only a pointer can drop a file. */
export const DropHint = () => (
  <div className={classes.hint} aria-hidden>
    <p className={classes.words}>
      <IconFileSpreadsheet size={28} />
      Відпустіть файли, щоб завантажити реєстри
    </p>
  </div>
)
