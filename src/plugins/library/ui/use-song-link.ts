/** A link that brings a song, `/fretboard?song=…`: opened once, and taken out of the address. */
import { useEffect } from 'react'
import { COMMANDS } from '../../../core/kernel/services/tokens.js'
import { useService } from '../../../core/react/kernel-context.js'

const PARAMETER = 'song'

export function useSongLink(): void {
  const commands = useService(COMMANDS)

  useEffect(() => {
    const look = () => {
      const link = takenOut()
      if (link) void commands.execute('library.open-link', { link })
    }
    look()
    window.addEventListener('popstate', look)
    return () => window.removeEventListener('popstate', look)
  }, [commands])
}

/** By the browser and not by the router, which would draw the page anew; the neck writes its address like that, too. */
function takenOut(): string | null {
  const { pathname, search, hash } = window.location
  const parameters = new URLSearchParams(search)
  const link = parameters.get(PARAMETER)
  if (link === null) return null
  parameters.delete(PARAMETER)
  const rest = parameters.toString()
  window.history.replaceState(window.history.state, '', `${pathname}${rest === '' ? '' : `?${rest}`}${hash}`)
  return link
}
