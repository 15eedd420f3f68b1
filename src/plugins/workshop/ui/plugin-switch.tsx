/** Switches one plugin off and on; where others need it, it names them and asks first. */
import { Button, Group, List, Modal, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import { type PluginRow, stoppedWith } from '../plugin-rows.js'
import classes from './plugins-page.module.css'
import { usePluginTitle } from './use-plugin-words.js'
import { useSwitching } from './use-switching.js'

export function PluginSwitch({ row: { state, manifest } }: { row: PluginRow }) {
  const { host } = useKernel()
  const { t } = useText()
  const titleOf = usePluginTitle()
  const { switchOn, switchOff } = useSwitching()
  const [asked, setAsked] = useState(false)
  // Named as long as the question fades, too.
  const [others, setOthers] = useState<readonly string[]>([])
  const plugin = titleOf(state.id)

  if (!manifest || state.status === 'not-for-this-host') return null
  if (state.locked) return <span className={classes.locked}>{t('Always on')}</span>

  const on = state.status !== 'disabled'
  const toggle = () => {
    if (!on) return void switchOn(state.id)
    const others = stoppedWith(state.id, host.manifests, host.report.providers, host.states.getState())
    if (others.length === 0) return void switchOff(state.id)
    setOthers(others)
    setAsked(true)
  }
  return (
    <>
      <Switch checked={on} onChange={toggle} aria-label={t('“{{plugin}}” is on', { plugin })} />
      <Question
        asked={asked}
        plugin={plugin}
        others={others.map(titleOf)}
        onNo={() => setAsked(false)}
        onYes={() => {
          setAsked(false)
          void switchOff(state.id)
        }}
      />
    </>
  )
}

interface QuestionProps {
  readonly asked: boolean
  readonly plugin: string
  readonly others: readonly string[]
  readonly onYes: () => void
  readonly onNo: () => void
}

/** Also there while nothing is asked: a window that is mounted open does not know whom to give the focus back to. */
function Question({ asked, plugin, others, onYes, onNo }: QuestionProps) {
  const { t } = useText()
  return (
    <Modal
      opened={asked}
      onClose={onNo}
      title={t('Switch “{{plugin}}” off?', { plugin })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Text>{t('These plugins need it and will not work without it:')}</Text>
      <List my="sm">
        {others.map(other => (
          <List.Item key={other}>{other}</List.Item>
        ))}
      </List>
      <Group justify="flex-end">
        <Button variant="default" onClick={onNo} data-autofocus>
          {t('Leave it on')}
        </Button>
        <Button onClick={onYes}>{t('Switch it off')}</Button>
      </Group>
    </Modal>
  )
}
