import { sentenceFor } from '../../api/api-error.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Button } from '../../ui/Button.tsx'

interface Props {
  error: unknown
  onRetry: () => void
}

/** A part of a page could not be loaded; the rest of the page stays. */
export const FailureNotice = ({ error, onRetry }: Props) => (
  <Notice
    tone="danger"
    below={
      <Button variant="default" size="compact-sm" onClick={onRetry}>
        Спробувати ще раз
      </Button>
    }
  >
    {sentenceFor(error)}
  </Notice>
)
