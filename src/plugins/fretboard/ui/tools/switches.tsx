import { SegmentedControl, Switch } from '@mantine/core'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useService } from '../../../../core/react/kernel-context.js'
import { NECK_VIEW } from '../../tokens.js'
import styles from '../fretboard-page.module.css'

export function CommandSwitch({ command: id, on }: { command: string; on: boolean }) {
  const { title, keys, run } = useCommand(id)
  return (
    <Switch
      // Without the key, which describes it.
      aria-label={title}
      checked={on}
      onChange={() => run()}
      label={title}
      labelPosition="left"
      description={keys[0]}
      classNames={{ body: styles.switch, labelWrapper: styles.switchLabel, description: styles.switchKey }}
    />
  )
}

export function PressMode() {
  const { t } = useText()
  const command = useCommand('fretboard.toggle-select-mode')
  const selectMode = useStore(useService(NECK_VIEW), view => view.selectMode)
  const value = selectMode ? 'select' : 'play'
  return (
    <SegmentedControl
      aria-label={command.title}
      value={value}
      onChange={wanted => wanted !== value && command.run()}
      data={[
        { value: 'select', label: t('Select') },
        { value: 'play', label: t('Play') },
      ]}
      classNames={{ root: styles.mode, indicator: styles.modeOn }}
    />
  )
}
