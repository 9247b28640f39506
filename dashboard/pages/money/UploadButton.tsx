import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'

interface Props {
  onFiles: (files: readonly File[]) => void
}

/** Asks the browser for files. The field itself is not seen: what it looks like differs in every browser. */
export function UploadButton({ onFiles }: Props) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button onClick={() => field.current?.click()}>Завантажити реєстри</Button>
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
    </>
  )
}
