/** Gives the person a file that was made here, as if it had been downloaded. */
export function saveFile(name: string, type: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser takes the file over after the click, at its own pace.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
