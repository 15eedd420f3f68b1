import { useEffect } from 'react'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import { SHARED_VIEW } from '../internal-tokens.js'
import { fretboardSettings } from '../settings.js'
import { isDefaultView, LINK_PARAMETERS, type LinkState, linkParameters } from '../sharing/view-link.js'
import { linkState } from '../sharing/view-link-commands.js'
import { SELECTION } from '../tokens.js'

const REST_MS = 400 // browsers accept about three URL changes a second

/** In session storage, because the history state doesn't survive a login. */
const OWN_ADDRESSES = 'fretworkOwnNeck'
const OWN_KEPT = 2 // a reload in progress may lead to the older one

export function isWrittenAddress(): boolean {
  return writtenAddresses().includes(window.location.search)
}

function writtenAddresses(): readonly string[] {
  try {
    return sessionStorage.getItem(OWN_ADDRESSES)?.split(' ') ?? []
  } catch {
    // Browsers that store nothing for this site throw. Treating the URL as a link does no harm.
    return []
  }
}

function rememberAddress(): void {
  const kept = [window.location.search, ...writtenAddresses()].slice(0, OWN_KEPT)
  try {
    sessionStorage.setItem(OWN_ADDRESSES, kept.join(' '))
  } catch {
    // Later it counts as a link.
  }
}

export function useAddress(): void {
  const { settings, host } = useKernel()
  const own = settings.store(fretboardSettings)
  const context = host.activeContext('fretboard')
  const shared = useService(SHARED_VIEW)
  const { positions } = useService(SELECTION)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(() => writeAddress(linkState(context), shared.getState() === undefined), REST_MS)
    }
    const stops = [own, shared, positions].map(source => source.subscribe(soon))
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [own, shared, positions, context])
}

function writeAddress(shown: LinkState, isOwn: boolean): void {
  const { pathname, search, hash } = window.location
  const parameters = new URLSearchParams(search)
  for (const name of LINK_PARAMETERS) parameters.delete(name)
  if (!isDefaultView(shown)) for (const [name, value] of linkParameters(shown)) parameters.append(name, value)
  const text = parameters.toString()
  window.history.replaceState(window.history.state, '', `${pathname}${text === '' ? '' : `?${text}`}${hash}`)
  if (isOwn) rememberAddress()
}
