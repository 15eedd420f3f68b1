import { useEffect, useRef, useState } from 'react'
import { useKernel, usePluginId } from '../../core/react/kernel-context.js'
import type { Channel } from '../protocol.js'
import { loaded, sandboxedFrame } from './process.js'

const HIGHEST = 20_000

let last = 0

export function apartScreen(name: string, styles: readonly string[], channel: () => Channel) {
  return function ApartScreen() {
    const holder = useRef<HTMLDivElement>(null)
    const [error, setError] = useState<Error>()
    const { host } = useKernel()
    const plugin = usePluginId() ?? ''

    useEffect(() => {
      const key = ++last
      const { port1, port2 } = new MessageChannel()
      const page = new MessageChannel()
      const frame = sandboxedFrame()
      const title = host.manifests.find(({ id }) => id === plugin)?.title ?? plugin
      frame.title = title
      frame.style.cssText =
        'display: block; width: 100%; height: 2rem; border: 0; background: transparent; color-scheme: inherit'
      holder.current?.append(frame)
      let ended = false
      let unfollow: (() => void) | undefined
      const open = channel()

      page.port1.onmessage = ({ data }) => {
        if (typeof data?.height === 'number')
          frame.style.height = `max(${Math.min(HIGHEST, Math.max(0, data.height))}px, 2rem)`
        if (typeof data?.refused === 'string')
          setError(
            new Error(`${title} tried to show something that is not allowed: ${data.refused.slice(0, 300)}`),
          )
      }
      void loaded(frame).then(() => {
        if (ended) return
        frame.contentWindow?.postMessage({ show: styles }, '*', [port1, page.port2])
        unfollow = followTheme(values => page.port1.postMessage({ theme: values }))
        open.call('screen.open', [name, key], [port2]).catch(setError)
      })
      return () => {
        ended = true
        unfollow?.()
        open.say('screen.close', [key])
        page.port1.close()
        frame.remove()
      }
    }, [host, plugin])

    if (error) throw error
    return <div ref={holder} />
  }
}

const SCHEME = 'data-mantine-color-scheme'

/** Sends the theme to the frame, because styles in a frame cannot inherit from the page. */
function followTheme(show: (values: object) => void): () => void {
  const root = document.documentElement
  const now = () => show(themeValues(root))
  const watcher = new MutationObserver(now)
  watcher.observe(root, { attributes: true, attributeFilter: [SCHEME, 'style', 'class', 'dir'] })
  now()
  return () => watcher.disconnect()
}

function themeValues(root: HTMLElement) {
  const style = getComputedStyle(root)
  const names = new Set([...document.styleSheets].flatMap(sheet => variableNames(sheet)))
  const variables = Object.fromEntries([...names].map(name => [name, style.getPropertyValue(name)]))
  const { color, fontFamily, fontSize } = getComputedStyle(document.body)
  return {
    scheme: root.getAttribute(SCHEME) ?? 'light',
    direction: root.dir || 'ltr',
    variables: {
      ...variables,
      '--page-color': color,
      '--page-font': fontFamily,
      '--page-font-size': fontSize,
    },
  }
}

function variableNames(sheet: CSSStyleSheet): string[] {
  return [...sheet.cssRules].flatMap(rule => {
    if (!(rule instanceof CSSStyleRule) || !/:root|:host|data-mantine-color-scheme/.test(rule.selectorText))
      return []
    return [...rule.style].filter(name => name.startsWith('--'))
  })
}
