import { Switch } from '@mantine/core'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { Hint } from '../../../core/react/looks.js'
import { PROBLEMS } from '../problems.js'
import { AUDIO_INPUT } from '../tokens.js'

export default function AudioInputDrawer() {
  const { t, tm } = useText()
  const { status, problem } = useStore(useService(AUDIO_INPUT).view)
  const toggle = useCommand('audio-in.toggle')
  return (
    <>
      <Switch
        size="xs"
        checked={status !== 'off' && status !== 'failed'}
        onChange={() => toggle.run()}
        label={t('Listen to my guitar')}
        description={t('Uses the microphone or an audio interface. The sound never leaves this device.')}
      />
      {problem && <Hint size="xs">{tm('audio-in', PROBLEMS[problem])}</Hint>}
    </>
  )
}
