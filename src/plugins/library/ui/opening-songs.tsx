/** Above the song panel: files that are being read, and the song of a link. */

import { useEffect } from 'react'
import { COMMANDS } from '../../../core/kernel/services/tokens.js'
import { useService } from '../../../core/react/kernel-context.js'
import { ImportProgress } from './import-progress.js'

export default function OpeningSongs() {
  useSongLink()
  return <ImportProgress />
}

const PARAMETER = 'song'

function useSongLink(): void {
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

/** Through the browser, since the router would render the page again; the neck changes its URL the same way. */
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
