import { IconPlayerRecordFilled, IconPlayerStopFilled } from '@tabler/icons-react'
import { CommandTool } from '../../../core/react/dock/dock-tool.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { RECORDER } from '../internal-tokens.js'
import { useElapsed } from './use-elapsed.js'

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
