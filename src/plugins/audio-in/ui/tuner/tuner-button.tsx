// A separate file, so that the transport loads without the tuner page.
import { IconWaveSine } from '@tabler/icons-react'
import { CommandTool } from '../../../../core/react/dock-tool.js'
import { useText } from '../../../../core/react/kernel-context.js'

/** Opens the tuner from the transport. */
export default function TunerButton() {
  const { t } = useText()
  return (
    <CommandTool command="audio-in.open-tuner" caption={t('Tuner')}>
      <IconWaveSine size={20} aria-hidden />
    </CommandTool>
  )
}
