/** The browser's page, as far as MIDI needs it. */
import { type Disposable, disposable } from '../../../core/platform/disposable.js'
import type { KeyListener, MidiPage } from '../tokens.js'

/** Elements in which letters are written or chosen with. */
const TYPING = 'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="combobox"]'

export function browserPage(): MidiPage {
  const status = () =>
    navigator.permissions.query({ name: 'midi' as PermissionName, sysex: true } as PermissionDescriptor)
  const canAsk = 'requestMIDIAccess' in navigator

  return {
    ...(canAsk ? { requestAccess: options => navigator.requestMIDIAccess(options) } : {}),
    permission: async () => (await status()).state,
    onPermissionChange(listener) {
      let stopped = false
      let stop = () => {
        stopped = true
      }
      status().then(
        permission => {
          if (stopped) return
          permission.addEventListener('change', listener)
          stop = () => permission.removeEventListener('change', listener)
        },
        () => {
          // A browser that cannot say what is permitted cannot say when it changes either; `permission` reports it.
        },
      )
      return disposable(() => stop())
    },
    onHide(run) {
      // A tab that is frozen to save power sends no note-off any more either (Page Lifecycle; Chromium).
      const listening = [listen(window, 'pagehide', run), listen(document, 'freeze', run)]
      return disposable(() => {
        for (const each of listening) each.dispose()
      })
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
    // macOS sends no keyup for other keys while ⌘ is down.
    if (event.key === 'Meta') listener.lost()
  }
  const hidden = () => {
    if (document.visibilityState === 'hidden') listener.lost()
  }
  // In the capture phase: a letter that plays must not also run the command bound to it.
  window.addEventListener('keydown', down, { capture: true })
  window.addEventListener('keyup', up, { capture: true })
  const others = [listen(window, 'blur', () => listener.lost()), listen(document, 'visibilitychange', hidden)]
  return disposable(() => {
    window.removeEventListener('keydown', down, { capture: true })
    window.removeEventListener('keyup', up, { capture: true })
    for (const other of others) other.dispose()
  })
}

function listen(target: EventTarget, type: string, run: () => void): Disposable {
  target.addEventListener(type, run)
  return disposable(() => target.removeEventListener(type, run))
}
