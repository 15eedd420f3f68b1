import { IconPlayerRecordFilled, IconPlayerStopFilled } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { CLOCK } from '../../../core/kernel/tokens.js'
import { DockTool } from '../../../core/react/dock/dock-tool.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { timeText } from '../../../music/song/time-text.js'
import { SONG_SESSION } from '../../player/tokens.js'
import { RECORDER } from '../internal-tokens.js'

export default function RecordTool() {
  const { t } = useText()
  const { recording, over } = useStore(useService(RECORDER).view)
  const { title, keys, plan, run } = useCommand(recording && !over ? 'recording.toggle' : 'recording.overdub')
  const elapsed = useElapsed()
  const label = recording ? t('Stop recording') : title
  return (
    <DockTool
      caption={recording ? elapsed : plan === undefined ? t('Record') : t('Record ({{plan}})', { plan })}
      label={label}
      tooltip={[label, ...keys, ...(plan === undefined ? [] : [plan])].join(' · ')}
      red={recording}
      onClick={() => run()}
    >
      {recording ? (
        <IconPlayerStopFilled size={20} />
      ) : (
        <IconPlayerRecordFilled size={20} color="var(--fw-bad)" />
      )}
    </DockTool>
  )
}

const OFTEN_MS = 250

/** Returns the elapsed time of the recording, or the song position during an overdub. */
export function useElapsed(): string {
  const { t } = useText()
  const clock = useService(CLOCK)
  const session = useService(SONG_SESSION)
  const { recording, over, sinceMs } = useStore(useService(RECORDER).view)
  const [, draw] = useState(0)
  useEffect(() => {
    if (!recording) return
    const ticking = clock.every(OFTEN_MS, () => draw(times => times + 1))
    return () => ticking.dispose()
  }, [recording, clock])
  if (!recording) return ''
  const startsInMs = over ? session.startsInMs() : sinceMs - clock.now()
  if (startsInMs > 0) return t('Count-in')
  return timeText(over ? session.positionMs() : -startsInMs)
}
