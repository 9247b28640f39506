import { useState } from 'react'
import { ApiError, isRefusal, sentenceFor } from '../../api/api-error.ts'
import { paths } from '../../addresses/paths.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import classes from './MessagePage.module.css'

interface Props {
  error: unknown
  onRetry: () => void
}

/** In place of a page that could not be shown: what happened, the code to tell the support service, and another try. */
export function ErrorPage({ error, onRetry }: Props) {
  const requestId = error instanceof ApiError ? error.instance : null
  return (
    <div className={`stack ${classes.page}`}>
      <PageTitle>{titleFor(error)}</PageTitle>
      <p>{sentenceFor(error)}</p>
      {requestId !== null && !sentenceFor(error).includes(requestId) && (
        <p>
          Код запиту: <code className={classes.code}>{requestId}</code>
        </p>
      )}
      <div className={classes.actions}>
        <Button onClick={onRetry}>Спробувати ще раз</Button>
        {isRefusal(error, 'auth.second_factor_needed') && (
          <ButtonLink href={paths.security} variant="default">
            Налаштувати другий фактор
          </ButtonLink>
        )}
        {requestId !== null && 'clipboard' in navigator && <CopyButton text={requestId} />}
      </div>
    </div>
  )
}

function titleFor(error: unknown): string {
  if (isRefusal(error, 'client.no_answer', 'client.too_slow')) return 'Сервер не відповідає'
  if (isRefusal(error, 'auth.forbidden')) return 'Немає доступу'
  return 'Не вдалося показати сторінку'
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <Button variant="default" onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}>
      <span aria-live="polite">{copied ? 'Скопійовано' : 'Скопіювати код'}</span>
    </Button>
  )
}
