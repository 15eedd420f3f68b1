/** How much a visitor fetches for each plugin, as the build measured it. */
import { useEffect, useState } from 'react'

/** Packed bytes (gzip). */
export interface PluginSize {
  /** Files that only this plugin needs. */
  readonly own: number
  /** Files that it shares with other plugins. */
  readonly shared: number
}

export type PluginSizes = Readonly<Record<string, PluginSize>>

/** `undefined` until they are there; empty where nothing was built, as in development. */
export function usePluginSizes(): PluginSizes | undefined {
  const [sizes, setSizes] = useState<PluginSizes>()
  useEffect(() => {
    let current = true
    fetchSizes().then(
      fetched => current && setSizes(fetched),
      // Figures that are nice to know: without them the page says that they are unknown.
      () => current && setSizes({}),
    )
    return () => {
      current = false
    }
  }, [])
  return sizes
}

async function fetchSizes(): Promise<PluginSizes> {
  const answer = await fetch('/plugin-sizes.json')
  // The development server answers with the page for every address that it does not know.
  const isJson = answer.headers.get('content-type')?.includes('json') === true
  return answer.ok && isJson ? ((await answer.json()) as PluginSizes) : {}
}
