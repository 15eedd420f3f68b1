import { Button, Group, List, Modal, Stack, Text } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import type { Command } from '../../../../core/commands/command-registry.js'
import {
  type ClashingKey,
  metKeys,
  strokeOf,
  withClashes,
  withKeys,
  withoutClashes,
} from '../../../../core/commands/keys/key-changes.js'
import { bindingLabels, isReserved } from '../../../../core/commands/keys/keys.js'
import { DONE } from '../../../../core/events/app-events.js'
import { useLast } from '../../../../core/react/hooks/use-last.js'
import { useKernel, useText } from '../../../../core/react/kernel-context.js'
import { KeyCaps, useKeyName } from '../../../../core/react/key-caps.js'
import { Hint, SecondaryButton } from '../../../../core/react/looks.js'
import type { KeyLayer } from '../../../../core/settings/core-settings.js'
import classes from './keys-page.module.css'

export interface Recording {
  readonly command: Command
  readonly title: string
  /** Whether to add a shortcut instead of replacing existing ones. */
  readonly more: boolean
}

interface KeyRecorderProps {
  readonly recording: Recording | undefined
  readonly layer: KeyLayer
  readonly onSave: (layer: KeyLayer) => void
  readonly onClose: () => void
}

/** Stays mounted while closed: a dialog that mounts open can’t restore focus. */
export function KeyRecorder({ recording, onClose, ...rest }: KeyRecorderProps) {
  const { t } = useText()
  // Keep the text during the closing animation.
  const last = useLast(recording)
  const { command, title = '', more } = last ?? {}
  return (
    <Modal
      opened={recording !== undefined}
      onClose={onClose}
      title={
        more
          ? t('Add shortcut: {{command}}', { command: title })
          : t('Shortcut: {{command}}', { command: title })
      }
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {last && <Recorder key={`${command?.id} ${more}`} recording={last} onClose={onClose} {...rest} />}
    </Modal>
  )
}

function Recorder({
  recording: { command, title, more },
  layer,
  onSave,
  onClose,
}: KeyRecorderProps & { readonly recording: Recording }) {
  const { commands, events, platform } = useKernel()
  const { t } = useText()
  const keyName = useKeyName()
  const { mac } = platform
  const { strokes, cleared, field } = useRecordedKeys(() => {
    if (conflicts.length === 0) save(layer)
  })
  const binding = strokes.join(' ')
  const all = commands.all.getState()
  const met = binding === '' ? [] : metKeys(all, command, binding, mac)
  // Commands that are never available at the same time don’t conflict.
  const conflicts = met.filter(({ kind }) => kind !== 'apart')
  const canKeepBoth = conflicts.some(
    ({ kind, command: other }) => kind === 'full' && other.when !== command.when,
  )

  const save = (changed: KeyLayer) => {
    const keys =
      binding === '' ? [] : more ? [...command.keys.filter(key => key !== binding), binding] : [binding]
    onSave(withKeys(changed, command, keys))
    const labels = bindingLabels(binding, mac, keyName).join(' ')
    events.emit(DONE, { text: `${title}: ${binding === '' ? t('No shortcut') : labels}` })
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
        {binding === '' ? cleared ? t('No shortcut') : t('Press keys…') : <KeyCaps binding={binding} />}
      </button>
      <Hint id="recorder-help">
        {t('Press keys one after another for a sequence. Backspace deletes, Esc cancels.')}
      </Hint>
      <div role="status">
        {binding !== '' && isReserved(binding, mac) && (
          <Text c="orange" size="sm">
            {t('Browsers reserve this key, so it may not work here.')}
          </Text>
        )}
        <KeyConflicts met={met} binding={binding} />
      </div>
      <Group justify="flex-end">
        <SecondaryButton onClick={onClose}>{t('Cancel')}</SecondaryButton>
        {conflicts.length === 0 && (
          <Button disabled={binding === '' && !cleared} onClick={() => save(layer)}>
            {binding === '' ? t('Remove shortcut') : t('Use this shortcut')}
          </Button>
        )}
        {canKeepBoth && (
          <SecondaryButton onClick={() => save(withClashes(layer, conflicts))}>
            {t('Keep both')}
          </SecondaryButton>
        )}
        {conflicts.length > 0 && (
          <Button onClick={() => save(withoutClashes(layer, conflicts, binding, mac))}>{t('Replace')}</Button>
        )}
      </Group>
    </Stack>
  )
}

/** Maximum keystrokes per shortcut. Longer sequences are hard to remember. */
const MAX_STROKES = 3

export function useRecordedKeys(onEnter: () => void) {
  const { platform } = useKernel()
  const [strokes, setStrokes] = useState<readonly string[]>([])
  const [cleared, setCleared] = useState(false)

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, code, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event
    const plain = !ctrlKey && !metaKey && !altKey
    if (nativeEvent.isComposing || (plain && (key === 'Tab' || key === 'Escape'))) return
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat) return
    if (plain && key === 'Enter' && strokes.length > 0) return onEnter()
    if (plain && key === 'Backspace') {
      setCleared(strokes.length <= 1)
      return setStrokes(strokes.slice(0, -1))
    }
    const option = platform.mac && altKey && !ctrlKey && !metaKey
    const thirdLevel = event.getModifierState('AltGraph') || option
    const stroke = strokeOf({ key, code, ctrlKey, metaKey, altKey, shiftKey, thirdLevel }, platform.mac)
    if (stroke === undefined) return
    setCleared(false)
    setStrokes(strokes.length === MAX_STROKES ? [stroke] : [...strokes, stroke])
  }

  return { strokes, cleared, field: { onKeyDown } }
}

export function KeyConflicts({ met, binding }: { met: readonly ClashingKey[]; binding: string }) {
  if (met.length === 0) return null
  return (
    <List size="sm" spacing={6}>
      {met.map(({ kind, command, key }) => (
        <List.Item key={`${command.id} ${key}`}>
          <Conflict met={{ kind, command, key }} binding={binding} />
        </List.Item>
      ))}
    </List>
  )
}

function Conflict({ met: { kind, command, key }, binding }: { met: ClashingKey; binding: string }) {
  const { t, tm } = useText()
  const values = { command: tm(command.source, command.title) }
  switch (kind) {
    case 'full':
    case 'shadow':
      return <Text span>{t('“{{command}}” already uses this key here.', values)}</Text>
    case 'apart':
      return (
        <Text span c="dimmed">
          {t(
            '“{{command}}” also uses this key, but in a different context. Both shortcuts will work.',
            values,
          )}
        </Text>
      )
    case 'partial':
      return (
        <Text span>
          {strokesIn(key) < strokesIn(binding)
            ? t(
                '“{{command}}” runs as soon as you press the first keys, so this sequence would never complete:',
                values,
              )
            : t(
                '“{{command}}” uses a longer sequence that starts with these keys and would stop working:',
                values,
              )}{' '}
          <KeyCaps binding={key} />
        </Text>
      )
  }
}

function strokesIn(binding: string): number {
  return binding.split(' ').length
}
