import { type Disposable, disposable } from '../../../core/platform/store.js'
import type { KeyListener, MidiPage } from '../tokens.js'

const TYPING = 'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="combobox"]'

export function browserPage(): MidiPage {
  const status = () =>
    navigator.permissions.query({ name: 'midi' as PermissionName, sysex: true } as PermissionDescriptor)
  const canAsk = 'requestMIDIAccess' in navigator

  return {
    ...(canAsk ? { requestAccess: options => navigator.requestMIDIAccess(options) } : {}),
    permission: async () => (await status()).state,
    onPermissionChange(listener) {
      const listening = new AbortController()
      const { signal } = listening
      // A browser that rejects this query doesn't report permission changes either.
      status().then(
        permission => permission.addEventListener('change', listener, { signal }),
        () => undefined,
      )
      return disposable(() => listening.abort())
    },
    onHide(run) {
      const listening = new AbortController()
      const { signal } = listening
      window.addEventListener('pagehide', run, { signal })
      // A frozen tab can't send note-offs (Page Lifecycle API).
      document.addEventListener('freeze', run, { signal })
      return disposable(() => listening.abort())
    },
    onKeys,
  }
}

function onKeys(listener: KeyListener): Disposable {
  const down = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return
    if (event.target instanceof Element && event.target.closest(TYPING)) return
    if (!listener.down(event.code, event.repeat)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const up = (event: KeyboardEvent) => {
    listener.up(event.code)
    // macOS sends no keyup for other keys while ⌘ is held.
    if (event.key === 'Meta') listener.lost()
  }
  const hidden = () => {
    if (document.visibilityState === 'hidden') listener.lost()
  }
  const listening = new AbortController()
  const { signal } = listening
  // Use the capture phase, so that a letter that plays a note doesn't also trigger a shortcut.
  window.addEventListener('keydown', down, { capture: true, signal })
  window.addEventListener('keyup', up, { capture: true, signal })
  window.addEventListener('blur', () => listener.lost(), { signal })
  document.addEventListener('visibilitychange', hidden, { signal })
  return disposable(() => listening.abort())
}
