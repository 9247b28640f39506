import {
  IconFileCheck,
  IconFileDiff,
  IconFilePlus,
  IconFileX,
  IconHourglassEmpty,
  IconUpload,
  IconX,
  type Icon,
} from '@tabler/icons-react'
import { useId } from 'react'
import type { PayoutAnswers, PayoutPreview } from '#/contract/payouts.ts'
import { formatCount, pluralize } from '#/contract/plurals.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { formatDateTime, formatDay } from '../../words/format.ts'
import { countedStates, transfers } from '../../words/money-words.ts'
import { LineStateBadge } from './LineStateBadge.tsx'
import { Sums } from './Sums.tsx'
import classes from './UploadDialog.module.css'
import type { Upload } from './upload-list.ts'
import { UploadQuestions } from './UploadQuestions.tsx'

interface Look {
  icon: Icon
  tone: Tone
  word: string
}

const outcomes: Record<PayoutPreview['outcome'], Look> = {
  new: { icon: IconFilePlus, tone: 'accent', word: 'Новий' },
  same: { icon: IconFileCheck, tone: 'quiet', word: 'Вже завантажено' },
  correction: { icon: IconFileDiff, tone: 'warn', word: 'Виправлення' },
}

function lookOf({ stage, preview, mustWait }: Upload): Look {
  if (mustWait && (stage === 'reading' || stage === 'taking'))
    return { icon: IconHourglassEmpty, tone: 'quiet', word: 'Сервер зайнятий іншими файлами, чекаємо черги' }
  if (stage === 'refused') return { icon: IconFileX, tone: 'danger', word: 'Не взято' }
  if (stage === 'taking') return { icon: IconUpload, tone: 'accent', word: 'Завантажуємо…' }
  if (preview !== null) return outcomes[preview.outcome]
  const word = stage === 'reading' ? 'Читаємо…' : 'У черзі'
  return { icon: IconHourglassEmpty, tone: 'quiet', word }
}

interface Props {
  upload: Upload
  onAnswer: (answers: PayoutAnswers) => void
  onLeaveOut: () => void
}

/** One file: what it is called, what it is, what was found in it, what is still to be said. */
export function UploadEntry({ upload, onAnswer, onLeaveOut }: Props) {
  const { file, stage, preview, refusal } = upload
  const { icon, tone, word } = lookOf(upload)
  const titleId = useId()
  return (
    <li className={classes.entry} aria-labelledby={titleId} aria-busy={stage === 'reading' || stage === 'taking'}>
      <div className={classes.head}>
        <h3 id={titleId} className={classes.name}>
          {file.name}
        </h3>
        <Badge icon={icon} tone={tone}>
          {word}
        </Badge>
        {stage !== 'taking' && (
          <IconButton
            className={classes.leave}
            aria-label={`Прибрати файл ${file.name}`}
            title="Прибрати"
            onClick={onLeaveOut}
          >
            <IconX size={18} aria-hidden />
          </IconButton>
        )}
      </div>
      {preview === null && stage === 'reading' && <Skeleton height={48} />}
      {preview !== null && <Found preview={preview} />}
      {preview !== null && stage !== 'refused' && <UploadQuestions upload={upload} onAnswer={onAnswer} />}
      {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
    </li>
  )
}

function Found({ preview }: { preview: PayoutPreview }) {
  const { outcome, number, day, payee, payee_name, lines, states, notes, correction } = preview
  const isNewPayee = payee === null && payee_name !== null
  return (
    <>
      <div>
        <p>
          Реєстр {number === null ? 'без номера' : <>№&nbsp;{number}</>}
          {day !== null && <> від&nbsp;{formatDay(day)}</>}
          {', '}
          {pluralize(lines, transfers)}
        </p>
        <p>
          {payee?.name ?? payee_name ?? 'Одержувача не названо'}
          {isNewPayee && !preview.asks.includes('payee') && <span className="soft"> (новий одержувач)</span>}
        </p>
      </div>
      <Sums sums={preview} />
      {outcome !== 'same' && (
        <ul className={classes.states} aria-label="Що означають перекази">
          {countedStates(states).map(({ state, count }) => (
            <li key={state}>
              <LineStateBadge state={state} count={count} />
            </li>
          ))}
        </ul>
      )}
      {outcome === 'same' && <p className="soft">Такий самий реєстр уже є, завантажувати немає чого.</p>}
      {correction !== null && <Correction correction={correction} />}
      {notes.length > 0 && (
        <Notice tone="warn">
          {notes.length === 1 ? (
            notes[0]
          ) : (
            <ul className={classes.notes}>
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
    </>
  )
}

const Correction = ({ correction }: { correction: NonNullable<PayoutPreview['correction']> }) => {
  const { register: payout, added, removed, changed } = correction
  return (
    <p>
      Виправляє реєстр №&nbsp;{payout.number} від&nbsp;{formatDay(payout.day)}, завантажений{' '}
      {formatDateTime(payout.imported_at)}: переказів додано {formatCount(added)}, зникло {formatCount(removed)},
      змінено {formatCount(changed)}.
    </p>
  )
}
