import { Button, Group, Stack, Text } from '@mantine/core'
import { phrases } from '../../../core/platform/phrases.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import type { AccessView } from '../tokens.js'
import classes from './device-status.module.css'

const HELP = phrases({
  asking: 'The browser asks whether this page may use your MIDI devices. Answer it at the top of the window.',
  refused:
    'MIDI is blocked for this page. Allow it in the browser’s site settings next to the address, and try again.',
  'no-midi-system':
    'The browser finds no MIDI on this computer. Check that another program can use your devices, and try again.',
  failed: 'The browser could not open MIDI. Try again, and if that does not help, restart the browser.',
  unsupported: 'This browser has no Web MIDI. Chrome, Edge and Firefox have it.',
  deaf: 'Every input is switched off, so nothing that they play is heard. Switch one on.',
  taken:
    'Held by another program: {{ports}}. Nothing comes from there, and nothing goes there. Close that program, or let the device go in it, and try again.',
  nothing: 'No input is connected. Plug in a device and it appears here.',
})

const WORDS = phrases({
  OK: 'OK',
  nothing: 'No device',
  asking: 'Asking',
  refused: 'Not allowed',
  'no-midi-system': 'Not available',
  failed: 'Failed',
  unsupported: 'Not supported',
})

function wordFor({ status, reason, inputs, outputs }: AccessView): keyof typeof WORDS {
  if (status === 'OK') return inputs.length + outputs.length === 0 ? 'nothing' : 'OK'
  if (status === 'PROMPT') return 'asking'
  return status === 'DENIED' ? (reason ?? 'failed') : status
}

function helpFor(word: keyof typeof WORDS, hasInputs: boolean, deaf: boolean): keyof typeof HELP | undefined {
  if (word !== 'OK') return word
  if (!hasInputs) return 'nothing'
  return deaf ? 'deaf' : undefined
}

function namesOf({ inputs, outputs }: AccessView, ids: readonly string[]): string {
  const names = [...inputs, ...outputs].filter(({ id }) => ids.includes(id)).map(({ name }) => name)
  // Both ends of a device usually have one name.
  return [...new Set(names)].join(', ')
}

interface AccessHelpProps {
  readonly access: AccessView
  readonly deaf: boolean
}

export function AccessHelp({ access, deaf }: AccessHelpProps) {
  const { t, tm } = useText()
  const again = useCommand('midi-io.request-access')
  const withoutSysex = useCommand('midi-io.request-without-sysex')
  const { status, inputs, outputs, sysex, taken = [] } = access
  const word = wordFor(access)
  const help = helpFor(word, inputs.length > 0, deaf)
  return (
    <>
      <Group justify="space-between" align="baseline" gap={8} mb={4}>
        <span className={classes.state} data-status={word} role="status">
          {tm('midi-io', WORDS[word])}
        </span>
        {status === 'OK' && (
          <Text span size="xs" c="dimmed">
            {t('Inputs: {{inputs}} · outputs: {{outputs}}', {
              inputs: inputs.length,
              outputs: outputs.length,
            })}
          </Text>
        )}
      </Group>
      {status === 'OK' && !sysex && (
        <Text size="xs" c="dimmed">
          {t('Without system-exclusive messages.')}
        </Text>
      )}
      {help && (
        <Text size="xs" c="dimmed">
          {tm('midi-io', HELP[help])}
        </Text>
      )}
      {taken.length > 0 && (
        <>
          <Text size="xs" c="dimmed">
            {tm('midi-io', HELP.taken, { ports: namesOf(access, taken) })}
          </Text>
          <Button size="compact-xs" mt={8} onClick={() => again.run()}>
            {t('Try again')}
          </Button>
        </>
      )}
      {status === 'DENIED' && (
        <Group gap={8} mt={8}>
          <Button size="compact-xs" variant="default" onClick={() => again.run()}>
            {t('Try again')}
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => withoutSysex.run()}>
            {t('Try without system-exclusive')}
          </Button>
        </Group>
      )}
    </>
  )
}

export function WithoutDevices() {
  const { t } = useText()
  const song = useCommand('library.play-song')
  return (
    <Stack gap={8} mb={12}>
      <Text size="sm">{t('Play on the neck, on your computer keyboard, or along with a song.')}</Text>
      {song.enabled && (
        <Button size="compact-sm" variant="default" w="fit-content" onClick={() => song.run()}>
          {song.title}
        </Button>
      )}
    </Stack>
  )
}
