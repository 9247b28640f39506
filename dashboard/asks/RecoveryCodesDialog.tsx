import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDateTime } from '../words/format.ts'
import { useUser } from '../api/user.ts'
import { Button } from '../ui/Button.tsx'
import { CheckField } from '../ui/CheckField.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { PrintSheet } from '../ui/PrintSheet.tsx'
import { saveFile } from '../ui/save-file.ts'
import { usePrinting } from '../ui/use-printing.ts'
import classes from './Asks.module.css'

interface Props {
  codes: readonly string[]
  onClose: () => void
}

/** Closed only by its button: codes that are gone by a slip of the Esc key cannot be shown again. */
export function RecoveryCodesDialog({ codes, onClose }: Props) {
  const { login } = useUser()
  const [made] = useState(() => formatDateTime(new Date().toISOString()))
  const [saved, setSaved] = useState(false)
  const { printing, print } = usePrinting()
  const head = `Касир: коди відновлення для ${login}, ${made}`

  return (
    <Dialog title="Коди відновлення" size="medium">
      <p>
        Якщо телефона не&nbsp;буде під рукою, ви увійдете одним із цих кодів. Кожен діє один раз. Касир показує їх лише
        зараз: збережіть їх там, де не&nbsp;знайде чужий.
      </p>
      <ol className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code className={classes.code}>{code}</code>
          </li>
        ))}
      </ol>
      <div className={classes.ways}>
        <CopyCodes text={codes.join('\n')} />
        <Button
          variant="default"
          leftSection={<IconDownload size={17} aria-hidden />}
          onClick={() => saveFile(`kasyr-codes-${login}.txt`, toText(head, codes))}
        >
          Завантажити
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={17} aria-hidden />} onClick={print}>
          Друкувати
        </Button>
      </div>
      <CheckField label="Коди збережено" checked={saved} onChange={setSaved} />
      <div className={classes.buttons}>
        <Button disabled={!saved} onClick={onClose}>
          Готово
        </Button>
      </div>
      {printing && (
        <PrintSheet>
          <div className="stack">
            <p>{head}</p>
            <ol>
              {codes.map((code) => (
                <li key={code}>
                  <code className={classes.code}>{code}</code>
                </li>
              ))}
            </ol>
            <p>Кожен код діє один раз.</p>
          </div>
        </PrintSheet>
      )}
    </Dialog>
  )
}

function CopyCodes({ text }: { text: string }) {
  const [words, setWords] = useState('Копіювати')
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setWords('Скопійовано'),
      () => setWords('Браузер не\u00a0дозволив копіювати'),
    )
  }
  return (
    <Button variant="default" leftSection={<IconCopy size={17} aria-hidden />} onClick={copy}>
      <span aria-live="polite">{words}</span>
    </Button>
  )
}

/** Windows reads the lines of a text file best with CR. */
const toText = (head: string, codes: readonly string[]): Blob =>
  new Blob([[head, '', ...codes, '', 'Кожен код діє один раз.', ''].join('\r\n')], { type: 'text/plain;charset=utf-8' })
