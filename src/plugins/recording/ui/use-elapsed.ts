import { useEffect, useState } from 'react'
import { CLOCK } from '../../../core/kernel/services/tokens.js'
import { timeText } from '../../../core/music/song/time-text.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useService } from '../../../core/react/kernel-context.js'
import { RECORDER } from '../internal-tokens.js'

const OFTEN_MS = 500

export function useElapsed(): string {
  const clock = useService(CLOCK)
  const { recording, sinceMs } = useStore(useService(RECORDER).view)
  const [, draw] = useState(0)
  useEffect(() => {
    if (!recording) return
    const ticking = clock.every(OFTEN_MS, () => draw(times => times + 1))
    return () => ticking.dispose()
  }, [recording, clock])
  return recording ? timeText(Math.max(0, clock.now() - sinceMs)) : ''
}
