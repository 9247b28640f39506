/** Gives the person a file, as if it had been downloaded. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser takes the file over after the click, at its own pace.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
