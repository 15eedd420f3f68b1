import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { ApiError } from '../../core/http/api-error.js'
import { sentenceFor } from '../../core/http/error-sentences.js'
import { useKernel } from '../../core/react/kernel-context.js'
import { useBackCloses } from './use-back.js'

type Overlay<More> = ComponentType<{ readonly onClose: () => void } & More>

const AHEAD_AFTER_MS = 2000

/**
 * Loads an overlay on demand. Unlike `lazy`, retries after failures.
 * @param load stable function that imports the overlay
 * @param ahead load in advance for offline use
 */
export function useOverlay<More>(load: () => Promise<{ default: Overlay<More> }>, ahead: boolean) {
  const { log, notices, platform } = useKernel()
  const [wanted, setWanted] = useState(false)
  const [loaded, setLoaded] = useState<{ readonly Overlay: Overlay<More> }>()
  const fetched = loaded !== undefined

  useEffect(() => {
    if (!ahead) return
    const wait = platform.clock.after(AHEAD_AFTER_MS, () => {
      load().catch(error => log.warn('Couldn’t prefetch a part of the page', error))
    })
    return () => wait.dispose()
  }, [ahead, load, log, platform])

  useEffect(() => {
    if (!wanted || fetched) return
    load().then(
      module => setLoaded({ Overlay: module.default }),
      error => {
        log.error('Couldn’t fetch a part of the page', error)
        setWanted(false)
        const { sentence, values } = sentenceFor(
          new ApiError('network', 'network', 'Couldn’t fetch a part of the page.', { cause: error }),
        )
        notices.post({ kind: 'error', source: 'core', message: sentence, values })
      },
    )
  }, [wanted, fetched, load, log, notices])

  const show = useCallback(() => setWanted(true), [])
  const toggle = useCallback(() => setWanted(before => !before), [])
  const close = useCallback(() => setWanted(false), [])
  useBackCloses(wanted && fetched, close)
  return { Overlay: wanted ? loaded?.Overlay : undefined, waiting: wanted && !fetched, show, toggle, close }
}
