/** Gives a text to the browser as a file to keep. */
export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has begun with the click; the address is only needed until then.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
