import { useEffect, useRef, useState } from 'react'
import type { Channel } from '../../../apart/protocol.js'
import { useKernel, usePluginId } from '../../../core/react/kernel-context.js'
import classes from './apart-screen.module.css'
import { loaded, sandboxedFrame } from './process.js'
import { followTheme } from './theme-values.js'

/** Pixels. */
const HIGHEST = 20_000

let last = 0

export function apartScreen(name: string, styles: readonly string[], channel: () => Channel) {
  return function ApartScreen() {
    const holder = useRef<HTMLDivElement>(null)
    const [height, setHeight] = useState(0)
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
      holder.current?.append(frame)
      let ended = false
      let unfollow: (() => void) | undefined
      const open = channel()

      page.port1.onmessage = ({ data }) => {
        if (typeof data?.height === 'number') setHeight(Math.min(HIGHEST, Math.max(0, data.height)))
        if (typeof data?.refused === 'string') {
          setError(new Error(`${title} shows something that is not allowed: ${data.refused.slice(0, 300)}`))
        }
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

    // The boundary around the screen catches it.
    if (error) throw error
    return <div ref={holder} className={classes.screen} style={{ '--height': `${height}px` } as object} />
  }
}
