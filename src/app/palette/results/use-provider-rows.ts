import { useCallback, useEffect, useMemo, useState } from 'react'
import { noticeOf } from '../../../core/commands/command-notice.js'
import {
  PALETTE_PROVIDERS,
  type PaletteProvider,
  type PaletteResult,
} from '../../../core/commands/palette-provider.js'
import { fretworkErrorOf } from '../../../core/platform/fretwork-error.js'
import { useKernel, useStore, useText } from '../../../core/react/kernel-context.js'
import { inSections, type PaletteRow } from './palette-item.js'

export const TYPING_PAUSE_MS = 150

interface Answer {
  readonly query: string
  readonly results: readonly PaletteResult[] | undefined
}

const NO_ROWS: readonly PaletteRow[] = []

export function useProviderRows(query: string): readonly PaletteRow[] {
  const { host, log, platform } = useKernel()
  const { t, tm } = useText()
  const all = useStore(host.extensionsOf(PALETTE_PROVIDERS))
  const [answers, setAnswers] = useState<ReadonlyMap<PaletteProvider, Answer>>(new Map())
  const perform = usePerform()
  const wanted = query.trim()
  const providers = useMemo(
    () => all.filter(provider => wanted !== '' && accepts(provider, wanted)),
    [all, wanted],
  )

  useEffect(() => {
    if (providers.length === 0) return
    const asking = new AbortController()
    const ask = async (provider: PaletteProvider) => {
      const results = await searched(provider, wanted, asking.signal).catch(error => {
        if (!asking.signal.aborted) log.warn(`${provider.id} could not search for "${wanted}"`, error)
        return undefined
      })
      if (asking.signal.aborted) return
      setAnswers(before => new Map(before).set(provider, { query: wanted, results }))
    }
    const pause = platform.clock.after(TYPING_PAUSE_MS, () => {
      for (const provider of providers) void ask(provider)
    })
    return () => {
      pause.dispose()
      asking.abort()
    }
  }, [wanted, providers, log, platform])

  if (providers.length === 0) return NO_ROWS
  return providers.flatMap((provider): PaletteRow[] => {
    const title = tm(host.ownerOf(PALETTE_PROVIDERS, provider) ?? 'app', provider.title)
    const answer = answers.get(provider)
    if (answer?.query !== wanted) return [t('{{section}}: searching…', { section: title })]
    if (!answer.results) return [t('{{section}}: search is unavailable', { section: title })]
    return inSections(
      answer.results.map(result => ({
        id: `${provider.id} ${result.id}`,
        name: result.title,
        section: result.section ?? title,
        subtitle: result.subtitle,
        keys: result.keys,
        command: { perform: () => perform(result) },
      })),
    )
  })
}

/** Returns true if `accepts` throws: the search will report the error. */
function accepts(provider: PaletteProvider, query: string): boolean {
  try {
    return provider.accepts?.(query) ?? true
  } catch {
    return true
  }
}

/** Async, so that synchronous errors become rejections. */
async function searched(provider: PaletteProvider, query: string, signal: AbortSignal) {
  return provider.search(query, signal)
}

function usePerform(): (result: PaletteResult) => void {
  const { log, notices } = useKernel()
  return useCallback(
    result => {
      const run = async () => result.run()
      run().catch(thrown => {
        log.error(`"${result.title}" of the palette failed`, thrown)
        const notice = noticeOf({ title: result.title, source: 'app' }, fretworkErrorOf(thrown))
        if (notice) notices.post(notice)
      })
    },
    [log, notices],
  )
}
