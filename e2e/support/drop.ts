/** Simulates dropping files onto the window. */
import type { Page } from '@playwright/test'

export interface DroppedContent {
  readonly name: string
  readonly buffer: Uint8Array
}

export async function drop(page: Page, files: readonly DroppedContent[]): Promise<void> {
  const contents = files.map(({ name, buffer }) => ({ name, bytes: [...buffer] }))
  await page.evaluate(contents => {
    const transfer = new DataTransfer()
    for (const { name, bytes } of contents) transfer.items.add(new File([Uint8Array.from(bytes)], name))
    for (const type of ['dragenter', 'dragover', 'drop'])
      document.body.dispatchEvent(
        new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }),
      )
  }, contents)
}
