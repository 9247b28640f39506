import { useEffect, useRef, useState } from 'react'

/**
 * Files that are dropped anywhere on the page, also over a dialog. `true` while some are held over it. Without `onFiles` the
 * browser does with a file what it always does.
 */
export function useFileDrop(onFiles: ((files: readonly File[]) => void) | null): boolean {
  const [isOver, setIsOver] = useState(false)
  const take = useRef(onFiles)
  useEffect(() => {
    take.current = onFiles
  })
  const isWanted = onFiles !== null
  useEffect(() => {
    if (!isWanted) return
    const listening = new AbortController()
    const { signal } = listening
    const hold = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      // Between two elements of the page there is one that is entered.
      if (relatedTarget === null) setIsOver(false)
    }
    const drop = (event: DragEvent) => {
      setIsOver(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length > 0) take.current?.(files)
    }
    addEventListener('dragenter', hold, { signal })
    addEventListener('dragover', hold, { signal })
    addEventListener('dragleave', leave, { signal })
    addEventListener('drop', drop, { signal })
    return () => listening.abort()
  }, [isWanted])
  return isOver
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false
