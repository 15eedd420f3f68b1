/** The browser's page, as far as songs need it. */
import type { SongFile, SongPage } from '../tokens.js'

export const browserPage: SongPage = {
  chooseFile: endings =>
    new Promise(resolve => {
      const input = document.createElement('input')
      input.type = 'file'
      input.accept = endings.join(',')
      input.hidden = true
      const end = (file: File | null | undefined) => {
        input.remove()
        resolve(file ? songFile(file) : undefined)
      }
      input.addEventListener('change', () => end(input.files?.[0]))
      // A browser without this event leaves the element behind until the page goes: hidden and harmless.
      input.addEventListener('cancel', () => end(undefined))
      // In the document, since some browsers forget a dialog whose element stands nowhere.
      document.body.append(input)
      input.click()
    }),
}

/** A file of the browser as the session takes it. */
export function songFile(file: File): SongFile {
  return {
    name: file.name,
    size: file.size,
    bytes: async () => new Uint8Array(await file.arrayBuffer()),
  }
}
