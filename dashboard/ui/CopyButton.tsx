import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './CopyButton.module.css'

interface Props {
  /** What lands in the clipboard, plain. */
  value: string
  /** Names the thing: «ТТН», «телефон». */
  what: string
  id?: string
}

const shownForMs = 2_000

export function CopyButton({ value, what, id }: Props) {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null)

  useEffect(() => {
    if (copied === null) return
    const timer = setTimeout(() => setCopied(null), shownForMs)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = () => {
    navigator.clipboard.writeText(value).then(
      () => setCopied('yes'),
      () => setCopied('no'),
    )
  }

  return (
    <>
      <button
        type="button"
        id={id}
        className={classes.button}
        aria-label={`Копіювати: ${what}`}
        title={`Копіювати: ${what}`}
        onClick={copy}
      >
        {copied === 'yes' ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      </button>
      <output className={copied === 'no' ? undefined : 'visually-hidden'}>
        {copied === 'yes' && 'Скопійовано'}
        {copied === 'no' && 'Браузер не дозволив копіювати'}
      </output>
    </>
  )
}
