import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PayoutAnswers, PayoutPreview, PayoutQuestion } from '#/contract/payouts.ts'
import { payeesQuery } from '../../api/money.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { DayField } from '../../ui/DayField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import classes from './UploadDialog.module.css'
import type { Upload } from './upload-list.ts'

interface Props {
  upload: Upload
  onAnswer: (answers: PayoutAnswers) => void
}

/** What the file does not say. A field stays after it was answered, so that the answer can be changed. */
export function UploadQuestions({ upload: { asked, answers, preview }, onAnswer }: Props) {
  if (preview === null || preview.outcome === 'same' || asked.length === 0) return null
  const asks = (question: PayoutQuestion): boolean => asked.includes(question)
  const corrected = preview.correction?.register
  return (
    <div className={classes.questions}>
      {asks('payee') && <PayeeField preview={preview} answers={answers} onAnswer={onAnswer} />}
      {asks('number') && <NumberField known={answers.number ?? ''} onAnswer={onAnswer} />}
      {asks('day') && <DayField label="Дата реєстру" value={answers.day} onChange={(day) => onAnswer({ day })} />}
      {asks('totals') && (
        <CheckField
          label="Суми перевірено"
          description="У файлі немає рядка «Всього». Звірте суми з листом NovaPay або з випискою банку."
          checked={answers.totals_confirmed !== undefined}
          onChange={(isChecked) => onAnswer({ totals_confirmed: isChecked ? 'true' : undefined })}
        />
      )}
      {corrected !== undefined && (
        <CheckField
          label={`Замінити реєстр №\u00a0${corrected.number} цим файлом`}
          description="Нові перекази стануть на місце старих. Суми, що були до виправлення, залишаться в журналі."
          checked={answers.replaces === corrected.id}
          onChange={(isChecked) => onAnswer({ replaces: isChecked ? corrected.id : undefined })}
        />
      )}
    </div>
  )
}

interface PayeeProps {
  preview: PayoutPreview
  answers: PayoutAnswers
  onAnswer: (answers: PayoutAnswers) => void
}

const noPayee = { value: '', label: 'Виберіть…' }

function PayeeField({ preview: { payee_name, account }, answers, onAnswer }: PayeeProps) {
  const { data } = useQuery(payeesQuery)
  const known = data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const asNamed = payee_name === null ? [] : [{ value: 'new', label: `Новий: ${payee_name}` }]
  const isNoneKnown = data !== undefined && known.length + asNamed.length === 0
  return (
    <SelectField
      label="Чиї це гроші"
      value={answers.payee_id ?? ''}
      options={[noPayee, ...known, ...asNamed]}
      description={
        isNoneKnown
          ? 'Одержувачів ще немає: вони з’являються, коли касу перевірено в Checkbox.'
          : `У файлі: ${payee_name ?? 'одержувача не названо'}${account === null ? '' : `, рахунок ${account}`}.`
      }
      onChange={(payee_id) => onAnswer({ payee_id: payee_id === '' ? undefined : payee_id })}
    />
  )
}

const digits = /^\d{1,20}$/

/** Taken when the field is left or Enter is pressed: the file is read again with it. */
function NumberField({ known, onAnswer }: { known: string; onAnswer: (answers: PayoutAnswers) => void }) {
  const [typed, setTyped] = useState(known)
  const [isTold, setIsTold] = useState(false)
  const number = typed.trim()
  const isWrong = number !== '' && !digits.test(number)
  const take = () => {
    setIsTold(isWrong)
    if (!isWrong && number !== known) onAnswer({ number: number === '' ? undefined : number })
  }
  return (
    <TextField
      label="Номер реєстру"
      description="Як у листі NovaPay, лише цифри."
      inputMode="numeric"
      autoComplete="off"
      maxLength={20}
      value={typed}
      error={isTold && isWrong && 'Номер реєстру складається лише з цифр.'}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take()
      }}
    />
  )
}
