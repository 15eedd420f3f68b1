import { IconPlayerRecordFilled, IconPlayerStopFilled } from '@tabler/icons-react'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { SecondaryButton } from '../../../core/react/looks.js'
import { RECORDER } from '../internal-tokens.js'
import { useElapsed } from './record-tool.js'

export default function RecordButton() {
  const { t } = useText()
  const { recording } = useStore(useService(RECORDER).view)
  const { run } = useCommand('recording.toggle')
  const elapsed = useElapsed()
  return (
    <SecondaryButton
      size="sm"
      aria-pressed={recording}
      leftSection={
        recording ? (
          <IconPlayerStopFilled size={16} />
        ) : (
          <IconPlayerRecordFilled size={16} color="var(--fw-bad)" />
        )
      }
      onClick={() => run()}
    >
      {recording ? t('Stop recording ({{time}})', { time: elapsed }) : t('Record what you play')}
    </SecondaryButton>
  )
}
