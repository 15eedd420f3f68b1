import { Badge, Button, Group } from '@mantine/core'
import { IconHistory, IconPlayerRecordFilled, IconPlayerStopFilled } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { CLOCK } from '../../../core/kernel/tokens.js'
import { DockTool } from '../../../core/react/dock-tool.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { SecondaryButton } from '../../../core/react/looks.js'
import { timeText } from '../../../music/song/time-text.js'
import { SONG_SESSION } from '../../player/tokens.js'
import { RECORDER } from '../recording/recorder.js'

export default function RecordTool() {
  const { t } = useText()
  const { recording, over } = useStore(useService(RECORDER).view)
  const { title, offered, keys, plan, run } = useCommand(
    recording && !over ? 'recording.toggle' : 'recording.overdub',
  )
  const elapsed = useElapsed()
  const label = recording ? t('Stop recording') : title
  if (!offered) return null
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
function useElapsed(): string {
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

/** Shown while recording without a song; otherwise the transport contains the record tool. */
export function RecordDock() {
  const { t } = useText()
  const { run } = useCommand('recording.toggle')
  const time = useElapsed()
  return (
    <Group component="section" h="100%" px={16} aria-label={t('Recording')}>
      <Button color="red.9" leftSection={<IconPlayerStopFilled size={16} />} onClick={() => run()}>
        {t('Stop recording ({{time}})', { time })}
      </Button>
    </Group>
  )
}

export function RecordButton() {
  const { t } = useText()
  const { played } = useStore(useService(RECORDER).view)
  const { offered, plan, run } = useCommand('recording.toggle')
  const capture = useCommand('recording.keep-last')
  if (!offered) return null
  return (
    <Group gap="xs" mt={10}>
      <SecondaryButton
        size="sm"
        leftSection={<IconPlayerRecordFilled size={16} color="var(--fw-bad)" />}
        rightSection={
          plan !== undefined && (
            <Badge size="sm" variant="light">
              {plan}
            </Badge>
          )
        }
        onClick={() => run()}
      >
        {t('Record what you play')}
      </SecondaryButton>
      {played && capture.plan === undefined && (
        <SecondaryButton size="sm" leftSection={<IconHistory size={16} />} onClick={() => capture.run()}>
          {capture.title}
        </SecondaryButton>
      )}
    </Group>
  )
}
