import { formatClock } from '../../../words/format.ts'
import { useEditors } from '../../../live/editors.ts'
import { Notice } from '../../../ui/Notice.tsx'

/** Only a warning: the person who saves second sees both versions. */
export function PresenceNotice({ id }: { id: string }) {
  const editors = useEditors(id)
  if (editors.length === 0) return null
  return (
    <Notice tone="quiet">
      {editors.map(({ by, since }) => (
        <div key={by}>
          {by} редагує з <time dateTime={since}>{formatClock(since)}</time>
        </div>
      ))}
    </Notice>
  )
}
