// A file dropped on the window from within the page: handing it over is done before, and no work of the page's.

declare global {
  /** What `dropFile` drops. */
  var fileToDrop: Uint8Array
  /** Set by `installDrop`: drops the file under a name. */
  var dropFile: (name: string) => void
}

/** Runs in the page. */
export function installDrop(): void {
  globalThis.dropFile = name => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([globalThis.fileToDrop as BlobPart], name))
    for (const type of ['dragenter', 'dragover', 'drop']) {
      document.body.dispatchEvent(
        new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }),
      )
    }
  }
}
