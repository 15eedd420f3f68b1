import { IconPlayerRecordFilled, IconPlayerStopFilled } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { CLOCK } from '../../../core/kernel/services/tokens.js'
import { timeText } from '../../../core/music/song/time-text.js'
import { CommandTool } from '../../../core/react/dock/dock-tool.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { RECORDER } from '../internal-tokens.js'

export default function RecordTool() {
  const { t } = useText()
  const { recording, over } = useStore(useService(RECORDER).view)
  const elapsed = useElapsed()
  return (
    <CommandTool
      command={recording && !over ? 'recording.toggle' : 'recording.overdub'}
      caption={recording ? elapsed : t('Record')}
      on={recording}
    >
      {recording ? (
        <IconPlayerStopFilled size={20} />
      ) : (
        <IconPlayerRecordFilled size={20} color="var(--fw-bad)" />
      )}
    </CommandTool>
  )
}

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
