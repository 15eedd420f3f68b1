/** The browser's page, as far as songs need it. */
import { songFile } from '../song-file.js'
import type { SongPage } from '../tokens.js'

export const browserPage: SongPage = {
  chooseFiles: endings =>
    new Promise(resolve => {
      const input = document.createElement('input')
      input.type = 'file'
      input.multiple = true
      input.accept = endings.join(',')
      input.hidden = true
      const end = () => {
        input.remove()
        resolve([...(input.files ?? [])].map(songFile))
      }
      input.addEventListener('change', end)
      // A browser without this event leaves the element behind until the page goes: hidden and harmless.
      input.addEventListener('cancel', end)
      // In the document, since some browsers forget a dialog whose element stands nowhere.
      document.body.append(input)
      input.click()
    }),
  save(name, content) {
    const type = typeof content === 'string' ? 'application/json' : 'audio/midi'
    const part = typeof content === 'string' ? content : new Uint8Array(content)
    const address = URL.createObjectURL(new Blob([part], { type }))
    const link = document.createElement('a')
    link.href = address
    link.download = name
    link.click()
    // The download has begun with the click; the address is only needed until then.
    setTimeout(() => URL.revokeObjectURL(address), 0)
  },
  origin: location.origin,
  fetch: (address, signal) => fetch(address, { signal: signal ?? null, credentials: 'same-origin' }),
}
