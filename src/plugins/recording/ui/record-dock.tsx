import { Button, Group } from '@mantine/core'
import { IconPlayerStopFilled } from '@tabler/icons-react'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useText } from '../../../core/react/kernel-context.js'
import { useElapsed } from './record-tool.js'

/** Shown while recording without a song; otherwise the transport contains the record tool. */
export default function RecordDock() {
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
