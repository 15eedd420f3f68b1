/** Hands a file to the browser, which asks where to or keeps it among the downloads. */

export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has begun by then, and holds the bytes itself.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
