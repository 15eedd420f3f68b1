/** Files dragged onto the window, as far as a page can know. */
import type { Page } from '@playwright/test'

export interface DroppedContent {
  readonly name: string
  readonly buffer: Uint8Array
}

const ALL = ['dragenter', 'dragover', 'drop'] as const

/** @param types the events that come, in their order; without `drop` the files hover */
export async function drop(
  page: Page,
  files: readonly DroppedContent[],
  types: readonly string[] = ALL,
): Promise<void> {
  const contents = files.map(({ name, buffer }) => ({ name, bytes: [...buffer] }))
  await page.evaluate(
    ({ contents, types }) => {
      const transfer = new DataTransfer()
      for (const { name, bytes } of contents) transfer.items.add(new File([Uint8Array.from(bytes)], name))
      for (const type of types) {
        document.body.dispatchEvent(
          new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }),
        )
      }
    },
    { contents, types },
  )
}

/** They hover over the window. */
export const hover = (page: Page, ...files: readonly DroppedContent[]) =>
  drop(page, files, ['dragenter', 'dragover'])
