/** Keeps the browser from showing a dropped file in the application's place, and tells whoever can read one. */
import { FILES_DROPPED } from '../core/events/files-dropped.js'
import type { Kernel } from '../core/kernel/kernel.js'
import { type Disposable, disposable } from '../core/platform/disposable.js'

/** What a part of the page has dealt with (`preventDefault`) is its own. */
export function takeFileDrops({ auth, events, host }: Kernel): Disposable {
  const isLoggedIn = () => auth.state.getState().status === 'loggedIn'
  const isOurs = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return false
    event.preventDefault()
    return true
  }
  const over = (event: DragEvent) => {
    if (isOurs(event) && event.dataTransfer) event.dataTransfer.dropEffect = isLoggedIn() ? 'copy' : 'none'
  }
  const fell = (event: DragEvent) => {
    const files = [...(event.dataTransfer?.files ?? [])]
    if (!isOurs(event) || files.length === 0 || !isLoggedIn()) return
    // Failures stay with their plugin.
    void host.trigger(`event:${FILES_DROPPED.id}`).then(() => {
      if (isLoggedIn()) events.emit(FILES_DROPPED, { files })
    })
  }
  window.addEventListener('dragover', over)
  window.addEventListener('drop', fell)
  return disposable(() => {
    window.removeEventListener('dragover', over)
    window.removeEventListener('drop', fell)
  })
}
