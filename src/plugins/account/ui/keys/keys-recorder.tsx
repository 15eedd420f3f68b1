/** "Press the keys …": records a stroke or a sequence, says what it meets, and saves it one way or the other. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import type { Command } from '../../../../core/commands/command-registry.js'
import { metKeys, withKeys, withMet, withoutMet } from '../../../../core/commands/keys/key-changes.js'
import { isReserved } from '../../../../core/commands/keys/reserved-keys.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { KeyCaps } from '../../../../core/react/key-caps.js'
import type { KeyLayer } from '../../../../core/settings/keys.js'
import { MetKeys } from './keys-met.js'
import classes from './keys-page.module.css'
import { useRecordedKeys } from './use-recorded-keys.js'

export interface Recording {
  readonly command: Command
  /** Translated. */
  readonly title: string
  /** Beside the keys that it has, instead of in their place. */
  readonly more: boolean
}

interface KeyRecorderProps {
  /** Undefined while the window is closed. */
  readonly recording: Recording | undefined
  readonly layer: KeyLayer
  readonly onSave: (layer: KeyLayer) => void
  readonly onClose: () => void
}

/** Also there while it is closed: a window that is mounted open does not know whom to give the focus back to. */
export function KeyRecorder({ recording, onClose, ...rest }: KeyRecorderProps) {
  const { t } = useText()
  // Its words stay while it fades.
  const last = useRef(recording)
  last.current = recording ?? last.current
  const { command, title = '', more } = last.current ?? {}
  return (
    <Modal
      opened={recording !== undefined}
      onClose={onClose}
      title={
        more ? t('One more key: {{command}}', { command: title }) : t('Keys: {{command}}', { command: title })
      }
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {last.current && (
        <Recorder key={`${command?.id} ${more}`} recording={last.current} onClose={onClose} {...rest} />
      )}
    </Modal>
  )
}

function Recorder({
  recording: { command, more },
  layer,
  onSave,
  onClose,
}: KeyRecorderProps & { readonly recording: Recording }) {
  const { commands, platform } = useKernel()
  const { t } = useText()
  const { mac } = platform
  const { strokes, cleared, field } = useRecordedKeys(() => {
    if (inTheWay.length === 0) keep(layer)
  })
  const binding = strokes.join(' ')
  const all = commands.all.getState()
  const met = binding === '' ? [] : metKeys(all, command, binding, mac)
  // What rules at another place is in nobody's way.
  const inTheWay = met.filter(({ kind }) => kind !== 'apart')
  const bothPossible = inTheWay.some(
    ({ kind, command: other }) => kind === 'full' && other.when !== command.when,
  )

  const keep = (changed: KeyLayer) => {
    const keys =
      binding === '' ? [] : more ? [...command.keys.filter(key => key !== binding), binding] : [binding]
    onSave(withKeys(changed, command, keys))
    onClose()
  }

  return (
    <Stack gap="md">
      <button
        type="button"
        data-autofocus
        className={classes.recorder}
        aria-describedby="recorder-help"
        {...field}
      >
        {binding === '' ? cleared ? t('No key') : t('Press the keys …') : <KeyCaps binding={binding} />}
      </button>
      <Text id="recorder-help" size="sm" c="dimmed">
        {t(
          'Press one key after the other for a sequence. Backspace takes one back or clears it, Esc cancels.',
        )}
      </Text>
      <div role="status">
        {binding !== '' && isReserved(binding, mac) && (
          <Text c="orange" size="sm">
            {t('Browsers keep this key for themselves: it may never reach this page.')}
          </Text>
        )}
        <MetKeys met={met} binding={binding} />
      </div>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
        {inTheWay.length === 0 && (
          <Button disabled={binding === '' && !cleared} onClick={() => keep(layer)}>
            {binding === '' ? t('Take the key away') : t('Use this key')}
          </Button>
        )}
        {bothPossible && (
          <Button variant="default" onClick={() => keep(withMet(layer, inTheWay))}>
            {t('Keep both')}
          </Button>
        )}
        {inTheWay.length > 0 && (
          <Button onClick={() => keep(withoutMet(layer, inTheWay, binding, mac))}>{t('Replace')}</Button>
        )}
      </Group>
    </Stack>
  )
}
