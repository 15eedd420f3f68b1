import { Button, Group, Stack, Switch, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { SETTINGS } from '../../../core/kernel/services/tokens.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { PageTabs } from '../../../core/react/page-tabs.js'
import { MIDI_LEARN } from '../internal-tokens.js'
import { type Binding, learnSettings } from '../settings.js'
import classes from './controls-page.module.css'
import { ControlsTable } from './controls-table.js'
import type { Wish } from './learn-form.js'
import { LearnDialog } from './learn-form.js'

export default function ControlsPage() {
  const { t } = useText()
  const learn = useService(MIDI_LEARN)
  const bindings = useStore(learn.bindings)
  const on = useStore(useService(SETTINGS).store(learnSettings), settings => settings.on)
  const toggle = useCommand('midi-learn.toggle')
  const removeAll = useCommand('midi-learn.remove-all')
  const [wish, setWish] = useState<Wish>()
  const wanted = useStore(learn.wanted)

  useEffect(() => {
    if (wanted === undefined) return
    setWish({ command: wanted })
    learn.want(undefined)
  }, [wanted, learn])

  const change = (before: Binding) => setWish({ command: before.command, before })

  return (
    <Stack className={classes.page} gap="md">
      <PageTabs group="Account" />
      <Group justify="space-between">
        <Title order={1} size={22}>
          {t('MIDI controls')}
        </Title>
        <Group gap="xs">
          <Button variant="default" disabled={bindings.length === 0} onClick={() => removeAll.run()}>
            {t('Remove all')}
          </Button>
          <Button onClick={() => setWish({})}>{t('Learn a control')}</Button>
        </Group>
      </Group>
      <Text c="dimmed">
        {t(
          'A pedal, a knob or a pad can run any command: turn pages, start a song, set the tempo. What you bind is kept in this browser.',
        )}
      </Text>
      <Switch checked={on} onChange={() => toggle.run()} label={t('Controls run commands')} />
      {bindings.length > 0 ? (
        <ControlsTable bindings={bindings} onChange={change} />
      ) : (
        <Text role="status">{t('No control is bound yet.')}</Text>
      )}
      <LearnDialog wish={wish} onClose={() => setWish(undefined)} />
    </Stack>
  )
}
