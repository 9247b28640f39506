import { pluralize } from '#/contract/plurals.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { payoutLists } from '../../words/money-words.ts'
import classes from './UploadDialog.module.css'
import { isReady, questionsLeft, type Upload } from './upload-list.ts'
import { UploadEntry } from './UploadEntry.tsx'
import type { Uploads } from './use-uploads.ts'

/** What is in every chosen file and what importing it would do. Nothing is imported before the person confirms it here. */
export function UploadDialog({ uploads, isTaking, answer, leaveOut, take, close }: Uploads) {
  const ready = uploads.filter(isReady).length
  const isReading = uploads.some(({ stage }) => stage === 'waiting' || stage === 'reading')
  const isBusy = isReading || isTaking
  const action = {
    label: ready === 0 ? 'Завантажити' : `Завантажити ${pluralize(ready, payoutLists)}`,
    busy: isBusy,
    does: take,
  }
  return (
    <Dialog title="Завантаження реєстрів переказів" size="medium" onClose={close}>
      {/* Nothing in it is to be pressed by the first Enter; the button gets the focus when the files have been read. */}
      <ul className={classes.list} tabIndex={-1} data-autofocus>
        {uploads.map((upload) => (
          <UploadEntry
            key={upload.key}
            upload={upload}
            onAnswer={(answers) => answer(upload.key, answers)}
            onLeaveOut={() => leaveOut(upload.key)}
          />
        ))}
      </ul>
      <div className={classes.foot}>
        <output className="soft">{isTaking ? 'Завантажуємо…' : whatNext(uploads, ready, isReading)}</output>
        <DialogButtons action={ready > 0 || isBusy ? action : null} leave="Закрити" onLeave={close} />
      </div>
    </Dialog>
  )
}

/** Why there is less to import than there are files. */
function whatNext(uploads: readonly Upload[], ready: number, isReading: boolean): string {
  if (isReading) return 'Читаємо файли…'
  const unanswered = uploads.filter((upload) => questionsLeft(upload).length > 0).length
  if (unanswered > 0) return `Ще треба відповісти на запитання: ${pluralize(unanswered, files)}.`
  return ready === 0 ? 'Завантажувати немає чого.' : ''
}

const files = { one: 'файл', few: 'файли', many: 'файлів', other: 'файлу' }
