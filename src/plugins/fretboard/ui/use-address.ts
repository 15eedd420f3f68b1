/** The page's address carries what the neck shows, so that it can be copied and shared from there. */
import { useEffect } from 'react'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import { GUEST, SHOWN } from '../inner-tokens.js'
import { fretboardSettings } from '../settings.js'
import { SELECTION } from '../tokens.js'
import { isAsItBegins, LINK_PARAMETERS, linkParameters, type Shown } from '../view-link.js'

/** Browsers take no more than about three changes of the address a second; while something changes, it waits. */
const REST_MS = 400

const OWN_MARK = 'fretworkOwnNeck'

/** Whether the address was written by this page from one's own settings, and is no link that somebody opened. */
export function isOwnAddress(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && OWN_MARK in state
}

export function useAddress(): void {
  const { settings } = useKernel()
  const own = settings.store(fretboardSettings)
  const guest = useService(GUEST)
  const { places } = useService(SELECTION)
  const shown = useService(SHOWN)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(() => writeAddress(shown(), guest.getState() === undefined), REST_MS)
    }
    const stops = [own, guest, places].map(source => source.subscribe(soon))
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [own, guest, places, shown])
}

/** Other parameters stay as they are: they are somebody else's. */
function writeAddress(shown: Shown, isOwn: boolean): void {
  const { pathname, search, hash } = window.location
  const parameters = new URLSearchParams(search)
  for (const name of LINK_PARAMETERS) parameters.delete(name)
  if (!isAsItBegins(shown)) for (const [name, value] of linkParameters(shown)) parameters.append(name, value)
  const text = parameters.toString()
  const { [OWN_MARK]: _mark, ...state } = (window.history.state ?? {}) as Record<string, unknown>
  const next = isOwn ? { ...state, [OWN_MARK]: true } : state
  window.history.replaceState(next, '', `${pathname}${text === '' ? '' : `?${text}`}${hash}`)
}
