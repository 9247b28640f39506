import { UploadButton } from './UploadButton.tsx'
import classes from './MoneyPage.module.css'

/** In place of the list while there is none; a user without the right to upload reads which role has it. */
export function NoPayouts({ onAsk }: { onAsk: (() => void) | null }) {
  return (
    <div className={classes.empty}>
      <p>
        <b>Завантажте реєстр, який NovaPay надсилає листом після кожного перерахування</b>
      </p>
      <p className="soft">
        Касир знайде за ТТН замовлення й чек кожного переказу та покаже, де чека немає або суми різні. Підійдуть файли
        XLSX і CSV, можна кілька одразу.
      </p>
      {onAsk === null ? (
        <p className="soft">Завантажує реєстри касир або адміністратор.</p>
      ) : (
        <>
          <UploadButton onAsk={onAsk} />
          <p className={`${classes.drop} soft`}>або перетягніть файли на цю сторінку</p>
        </>
      )}
    </div>
  )
}
