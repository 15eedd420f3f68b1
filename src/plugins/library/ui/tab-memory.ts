import { attempted } from '../../../core/platform/fretwork-error.js'
import { disposable } from '../../../core/platform/store.js'
import type { TabMemory } from '../import/open-song.js'

/** Maximum file size. Session storage is limited to about 5 MB, and base64 adds a third. */
const LARGEST_FILE_BYTES = 2 * 1024 * 1024
const CHUNK = 0x8000

/** @param key storage key for the text; also the prefix of the file's key */
export function tabMemory(key: string): TabMemory {
  const fileKey = `${key}File`
  return {
    before: wasFollowed() ? undefined : (attempted(() => sessionStorage.getItem(key)) ?? undefined),
    write(text) {
      attempted(() => {
        if (text !== undefined) return sessionStorage.setItem(key, text)
        sessionStorage.removeItem(key)
        sessionStorage.removeItem(fileKey)
      })
    },
    writeFile(bytes) {
      if (bytes.length > LARGEST_FILE_BYTES) return false
      return attempted(() => sessionStorage.setItem(fileKey, toBase64(bytes)) === undefined) === true
    },
    readFile() {
      const text = attempted(() => sessionStorage.getItem(fileKey))
      return text ? Uint8Array.from(atob(text), character => character.charCodeAt(0)) : undefined
    },
    onHide(run) {
      const hidden = () => document.visibilityState === 'hidden' && run()
      window.addEventListener('pagehide', run)
      document.addEventListener('visibilitychange', hidden)
      return disposable(() => {
        window.removeEventListener('pagehide', run)
        document.removeEventListener('visibilitychange', hidden)
      })
    },
  }
}

/** A followed link opens something else, so the previous song is not restored. */
function wasFollowed(): boolean {
  const [load] = performance.getEntriesByType?.('navigation') ?? []
  return load !== undefined && 'type' in load && load.type === 'navigate' && location.search !== ''
}

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let from = 0; from < bytes.length; from += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(from, from + CHUNK))
  }
  return btoa(text)
}
