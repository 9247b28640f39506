import type { RefObject } from 'react'

interface Props {
  field: RefObject<HTMLInputElement | null>
  onFiles: (files: readonly File[]) => void
}

/**
 * Asks the browser for files; the button that opens it stands elsewhere. It is there for as long as the page: a field that goes while
 * the browser's dialog is open takes the chosen file with it. What it looks like differs in every browser, so it is not seen.
 */
export const FileField = ({ field, onFiles }: Props) => (
  <input
    ref={field}
    type="file"
    accept=".xlsx,.csv"
    multiple
    hidden
    onChange={({ currentTarget }) => {
      const files = [...(currentTarget.files ?? [])]
      // The same file may be chosen once more, after it was mended.
      currentTarget.value = ''
      if (files.length > 0) onFiles(files)
    }}
  />
)
