import { ActionIcon, Button, Checkbox, Group, Switch, Text } from '@mantine/core'
import { SETTINGS } from '../../../core/kernel/services/tokens.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { CHANNELS, thruSettings } from '../settings.js'
import { THRU_KINDS } from '../thru/thru.js'
import { KEYBOARD_PORT, MIDI_ACCESS } from '../tokens.js'
import classes from './thru-section.module.css'

const TITLES = new Map(thruSettings.fields?.map(({ id, title }) => [id, title ?? id]))

export function ThruSection() {
  const { t } = useText()
  const { on } = useStore(useService(SETTINGS).store(thruSettings))
  const toggle = useCommand('midi-io.toggle-thru')
  return (
    <section className={classes.section} aria-label={t('MIDI thru')}>
      <Switch size="xs" checked={on} onChange={() => toggle.run()} label={t('MIDI thru')} />
      {on ? (
        <ThruFilter />
      ) : (
        <Text size="xs" c="dimmed">
          {t('Passes on to the output what comes in.')}
        </Text>
      )}
    </section>
  )
}

function ThruFilter() {
  const { t, tm } = useText()
  const settings = useService(SETTINGS).store(thruSettings)
  const thru = useStore(settings)
  const devices = useStore(useService(MIDI_ACCESS).view, view => view.inputs)
  const channel = useCommand('midi-io.toggle-thru-channel')
  const input = useCommand('midi-io.toggle-thru-input')
  const inputs = [...devices, { id: KEYBOARD_PORT, name: t('Computer keyboard') }]
  return (
    <>
      <fieldset className={classes.group}>
        <legend>{t('What')}</legend>
        {THRU_KINDS.map(kind => (
          <Checkbox
            key={kind}
            size="xs"
            checked={thru[kind]}
            onChange={() => settings.change({ [kind]: !thru[kind] })}
            label={tm('midi-io', TITLES.get(kind) ?? kind)}
          />
        ))}
      </fieldset>
      <fieldset className={`${classes.group} ${classes.names}`}>
        <legend>{t('From')}</legend>
        {inputs.map(({ id, name }) => (
          <Checkbox
            key={id}
            size="xs"
            checked={!thru.withoutInputs.includes(id)}
            onChange={() => input.run({ port: id })}
            label={name}
          />
        ))}
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{t('Channels')}</legend>
        <div className={classes.channels}>
          {CHANNELS.map(number => (
            <ActionIcon
              key={number}
              size={24}
              variant={thru.channels.includes(number) ? 'filled' : 'default'}
              aria-pressed={thru.channels.includes(number)}
              aria-label={t('Channel {{channel}}', { channel: number })}
              onClick={() => channel.run({ channel: number })}
            >
              {number}
            </ActionIcon>
          ))}
        </div>
        <Group className={classes.wide} gap={8}>
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => settings.change({ channels: [...CHANNELS] })}
          >
            {t('All channels')}
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={() => settings.change({ channels: [] })}>
            {t('No channel')}
          </Button>
        </Group>
      </fieldset>
    </>
  )
}
