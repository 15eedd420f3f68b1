import { type Disposable, disposable } from '../../../core/platform/disposable.js'
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
          // Such a browser cannot report a change either.
        },
      )
      return disposable(() => stop())
    },
    onHide(run) {
      // A frozen tab sends no note-offs (Page Lifecycle).
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
  // In the capture phase, so that a letter that plays doesn't run the command bound to it.
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
