import { IconFileSpreadsheet } from '@tabler/icons-react'
import classes from './DropHint.module.css'

/** While files are held over the page. It is for the pointer only: whoever drops a file sees it. */
export const DropHint = () => (
  <div className={classes.hint} aria-hidden>
    <p className={classes.words}>
      <IconFileSpreadsheet size={28} />
      Відпустіть файли, щоб завантажити реєстри
    </p>
  </div>
)
