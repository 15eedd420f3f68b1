declare global {
  var fileToDrop: Uint8Array
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
