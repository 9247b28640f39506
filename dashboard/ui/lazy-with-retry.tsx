import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { openLayer } from './layers.ts'
import { Notice } from './Notice.tsx'
import { PageTitle } from './PageTitle.tsx'
import classes from './lazy-with-retry.module.css'

interface Options {
  /**
   * - `inside` a page, which stays when this part is missing.
   * - `page`: a whole page.
   * - `over`: a dialog, for whose keys the page below must be deaf while it is on its way.
   */
  place?: 'inside' | 'page' | 'over'
}

type Lazy<Props> = ((props: Props) => ReactNode) & {
  /** Brings the code before it is needed. Never fails: what did not arrive is loaded again when it is shown. */
  preload: () => Promise<void>
}

/**
 * A part of the screen whose code comes after the first load. Once the code is here the part is drawn at once, without
 * the moment of nothing that `React.lazy` has. Code that does not arrive (no network, or a new version is served by now)
 * is reported in its place, with another try: `React.lazy` would remember the failure until the page is loaded anew.
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { place = 'inside' }: Options = {},
): Lazy<Props> {
  let Part: ComponentType<Props> | null = null
  let coming: Promise<void> | null = null
  const bring = async (): Promise<void> => {
    try {
      Part = await load()
    } finally {
      coming = null
    }
  }

  function LazyPart(props: Props) {
    const [state, setState] = useState<'coming' | 'here' | 'missing'>('coming')
    useEffect(() => {
      if (state !== 'coming' || Part !== null) return
      let isGone = false
      coming ??= bring()
      coming.then(
        () => isGone || setState('here'),
        () => isGone || setState('missing'),
      )
      return () => {
        isGone = true
      }
    }, [state])
    if (Part !== null) return <Part {...props} />
    if (state !== 'missing') return place === 'over' ? <Coming /> : null
    const retry = () => setState('coming')
    if (place === 'over') return <MissingDialog onRetry={retry} onClose={closingOf(props)} />
    return place === 'page' ? <MissingPage onRetry={retry} /> : <Missing onRetry={retry} />
  }
  const preload = async (): Promise<void> => {
    if (Part !== null) return
    coming ??= bring()
    await coming.catch(() => {})
  }
  return Object.assign(LazyPart, { preload })
}

function Coming() {
  useEffect(openLayer, [])
  return null
}

/** What is shown over the page is given the way out that the dialog itself would have. */
function closingOf(props: object): (() => void) | undefined {
  const close: unknown = 'onClose' in props ? props.onClose : undefined
  return typeof close === 'function' ? () => void close() : undefined
}

const sentence =
  'Не вдалося завантажити цю частину сторінки: немає зв’язку або Касир щойно оновили. Спробуйте ще раз, а якщо не допоможе — оновіть сторінку.'

interface MissingProps {
  onRetry: () => void
}

const Missing = ({ onRetry }: MissingProps) => (
  <Notice tone="danger" below={<Ways onRetry={onRetry} />}>
    {sentence}
  </Notice>
)

const MissingPage = ({ onRetry }: MissingProps) => (
  <>
    <PageTitle>Не завантажилося</PageTitle>
    <Missing onRetry={onRetry} />
  </>
)

function MissingDialog({ onRetry, onClose }: MissingProps & { onClose: (() => void) | undefined }) {
  return (
    <Dialog title="Не завантажилося" onClose={onClose}>
      <p role="alert">{sentence}</p>
      <Ways onRetry={onRetry} />
    </Dialog>
  )
}

const Ways = ({ onRetry }: MissingProps) => (
  <div className={classes.ways}>
    <Button data-autofocus onClick={onRetry}>
      Спробувати ще раз
    </Button>
    <Button variant="default" onClick={() => location.reload()}>
      Оновити сторінку
    </Button>
  </div>
)
