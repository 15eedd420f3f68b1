import { FILES_DROPPED } from '../core/events/app-events.js'
import type { Kernel } from '../core/kernel/tokens.js'
import { phrases } from '../core/platform/phrases.js'
import { createStore } from '../core/platform/store.js'

export type Hovering = 'opens' | 'logged-out'

const EVENT = `event:${FILES_DROPPED.id}`

const SENTENCES = phrases({ logIn: 'Log in first, then drop the file again.' })

export function takeFileDrops(kernel: Kernel) {
  const { auth, guest, host, notices } = kernel
  const hovering = createStore<Hovering | undefined>(undefined)
  const isInside = () => guest || auth.state.getState().status === 'loggedIn'
  /** Number of enter events minus leave events; 0 when the pointer has left the window. */
  let inside = 0
  const hold = (what: Hovering | undefined) => {
    if (what === undefined) inside = 0
    if (hovering.getState() !== what) hovering.setState(what, true)
  }
  /** Returns `undefined` while the session is unknown, or if no plugin accepts files. */
  const outcome = (): Hovering | undefined => {
    const { busy } = auth.state.getState()
    if (isInside()) return host.isAwaited(EVENT) ? 'opens' : undefined
    return busy ? undefined : 'logged-out'
  }
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files')
  const isOurs = (event: DragEvent) => {
    if (event.defaultPrevented || !hasFiles(event)) return false
    event.preventDefault()
    return true
  }

  const entered = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    inside += 1
  }
  const over = (event: DragEvent) => {
    if (isOurs(event)) hold(outcome())
    else if (hovering.getState()) hovering.setState(undefined, true)
  }
  const left = (event: DragEvent) => {
    if (!hasFiles(event)) return
    inside -= 1
    if (inside <= 0) hold(undefined)
  }
  const fell = (event: DragEvent) => {
    const files = [...(event.dataTransfer?.files ?? [])]
    // Entries are only available during the event.
    const entries = [...(event.dataTransfer?.items ?? [])].map(item => item.webkitGetAsEntry())
    hold(undefined)
    if (!isOurs(event) || files.length === 0) return
    if (outcome() === 'logged-out')
      notices.post({ kind: 'info', source: 'app', message: SENTENCES.logIn, topic: 'app file-drops' })
    if (!isInside()) return
    void import('./dropped-files.js').then(({ takeDropped }) => takeDropped(kernel, files, entries, isInside))
  }

  const listeners = [
    ['dragenter', entered],
    ['dragover', over],
    ['dragleave', left],
    ['drop', fell],
  ] as const
  const ending = new AbortController()
  for (const [type, listener] of listeners) window.addEventListener(type, listener, ending)
  return { hovering, dispose: () => ending.abort() }
}
