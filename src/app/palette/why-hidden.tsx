import { List, Modal, Text } from '@mantine/core'
import type { ArgumentChoice } from '../../core/commands/command.js'
import {
  type CommandVisibility,
  type HiddenReason,
  whyIsThisCommandHidden,
} from '../../core/kernel/palette-data.js'
import type { Kernel } from '../../core/kernel/tokens.js'
import { phrases } from '../../core/platform/phrases.js'
import { useText } from '../../core/react/kernel-context.js'
import { KeyCaps } from '../../core/react/key-caps.js'
import type { Overlay } from '../host-commands.js'
import { useFocusBack } from '../layout/use-focus-back.js'

export function allCommands({ commands, host, translator }: Kernel): ArgumentChoice[] {
  const registered = commands.all.getState()
  const known = new Set(registered.map(({ id }) => id))
  const others = host.manifests.flatMap(({ id: source, contributes }) =>
    (contributes?.commands ?? []).filter(({ id }) => !known.has(id)).map(command => ({ ...command, source })),
  )
  return [...registered, ...others].map(({ id, source, title }) => ({
    value: id,
    label: translator.t(source, title),
  }))
}

export function whyHidden(kernel: Kernel, command: string): Overlay {
  const visibility = whyIsThisCommandHidden(kernel, command)
  return { Shown: ({ onClose }) => <WhyHidden visibility={visibility} onClose={onClose} /> }
}

function WhyHidden({ visibility, onClose }: { visibility: CommandVisibility; onClose: () => void }) {
  useFocusBack()
  const { t, tm } = useText()
  const { id, command, offered, reasons } = visibility
  const title = command ? tm(command.source, command.title) : id
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('Close') }}>
      <Text>
        {offered
          ? t('This command is available here. You’ll find it in the palette.')
          : t('This command isn’t available here.')}
      </Text>
      {reasons.length > 0 && (
        <List mt="sm" spacing="sm">
          {reasons.map(reason => (
            <List.Item key={JSON.stringify(reason)}>
              <Reason reason={reason} />
            </List.Item>
          ))}
        </List>
      )}
    </Modal>
  )
}

function Reason({ reason }: { reason: HiddenReason }) {
  const { t, tm } = useText()
  switch (reason.kind) {
    case 'unknown':
      return (
        <>
          {t('There’s no command with this name.')}{' '}
          {reason.near.length > 0 &&
            t('Did you mean {{names}}?', {
              names: reason.near.map(({ source, title }) => tm(source, title)).join(', '),
            })}
        </>
      )
    case 'plugin':
      return t('The “{{plugin}}” plugin isn’t running: {{reason}}', {
        plugin: tm(reason.plugin, reason.title),
        reason: tm('core', reason.reason ?? reason.status),
      })
    case 'condition':
      return <Condition terms={reason.terms} />
    case 'hidden':
      return t('This command isn’t listed in the palette. Use its shortcut or button.')
    case 'screen':
      return t('This command only works in the browser.')
    case 'key':
      return (
        <>
          <KeyCaps binding={reason.key} />{' '}
          {t(
            reason.byUser
              ? 'is assigned to “{{command}}” in your keyboard shortcuts.'
              : 'is already assigned to “{{command}}”.',
            {
              command: tm(reason.to.source, reason.to.title),
            },
          )}
        </>
      )
  }
}

/** What the user can do to meet a condition. */
const REMEDIES: Readonly<Record<string, string>> = phrases({
  loggedIn: 'Log in.',
  'player.song': 'Open a song.',
  'fretboard.selected': 'Select notes on the neck.',
  'fretboard.positions': 'Show scale positions.',
  'fretboard.voicings': 'Find voicings for a chord.',
  'tablature.chosen': 'Select a note in the tablature.',
  'practice.taking': 'Turn on Feedback and play the song.',
  'setlists.playing': 'Play a setlist.',
})

function Condition({ terms }: { terms: Extract<HiddenReason, { kind: 'condition' }>['terms'] }) {
  const { t, tm } = useText()
  const remedies = terms.map(({ term, found }) => {
    const onFretboard = found.length === 1 && found[0]?.name === 'route' && term.includes('/fretboard')
    return onFretboard ? t('Go to the fretboard.') : REMEDIES[term] && tm('app', REMEDIES[term])
  })
  if (remedies.every(Boolean)) return remedies.join(' ')
  return (
    <>
      {t('Available only when:')}
      <List>
        {terms.map(({ term, found }) => (
          <List.Item key={term}>
            <code>{term}</code>
            {found.length > 0 && (
              <Text size="sm" c="dimmed">
                {t('Currently: {{values}}', {
                  values: found
                    .map(({ name, value }) => `${name} = ${JSON.stringify(value) ?? '–'}`)
                    .join(', '),
                })}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
    </>
  )
}
