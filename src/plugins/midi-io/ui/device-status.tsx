import {
  Anchor,
  Button,
  Group,
  NativeSelect,
  Popover,
  Stack,
  Switch,
  Text,
  VisuallyHidden,
} from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { EVENTS, SETTINGS } from '../../../core/kernel/tokens.js'
import { phrases } from '../../../core/platform/phrases.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useChangeSaid } from '../../../core/react/hooks/use-said.js'
import { useTouchInput } from '../../../core/react/hooks/use-touch-input.js'
import { WholeNumber } from '../../../core/react/inputs/whole-number.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { Hint, IconButton, SecondaryButton } from '../../../core/react/looks.js'
import { INPUT_PORTS, isMidi, portNameOf } from '../devices/ports.js'
import { COMPUTER_KEYBOARD } from '../input/computer-keyboard.js'
import { CHANNELS, deviceSettings } from '../settings.js'
import {
  type AccessView,
  type InputPort,
  type InputView,
  MIDI_ACCESS,
  MIDI_EVENT,
  MIDI_INPUTS,
} from '../tokens.js'
import { ActivityLights } from './activity-lights.js'
import classes from './device-status.module.css'

export default function DeviceStatus() {
  const { t } = useText()
  const access = useStore(useService(MIDI_ACCESS).view)
  const inputs = useStore(useService(MIDI_INPUTS).view)
  const keyboard = useService(COMPUTER_KEYBOARD)
  const { inputs: ports } = useStore(useService(INPUT_PORTS).connected)
  const playing = useStore(keyboard.enabled)
  const none = !ports.some(isMidi)
  const help = (
    <AccessHelp access={access} deaf={inputs.length > 0 && inputs.every(({ enabled }) => !enabled)} />
  )
  const known = useStore(useService(SETTINGS).store(deviceSettings), devices => devices.inputs.length > 0)
  const opens = access.status === 'PROMPT' || (access.status === 'DENIED' && known)
  const isTouch = useTouchInput()
  return (
    <>
      {!none && help}
      {ports.length > 0 && <InputPorts ports={ports} inputs={inputs} />}
      {!none && <SoundLink />}
      {!isTouch && (
        <Switch
          my={8}
          size="xs"
          checked={playing}
          onChange={() => keyboard.toggle()}
          label={t('Computer keyboard')}
          description={playing ? t('A to K play the white keys, and Z and X shift the octave.') : undefined}
        />
      )}
      {none && (
        <details className={classes.help} open={opens || undefined}>
          <summary>{t('Connect a MIDI device')}</summary>
          {help}
        </details>
      )}
    </>
  )
}

function SoundLink() {
  const { t } = useText()
  const sound = useCommand('sound.show-settings')
  if (!sound.enabled) return null
  return (
    <Hint size="xs">
      {t('To hear an instrument that can’t make sound itself:')}{' '}
      <Anchor component="button" type="button" size="xs" onClick={() => sound.run()}>
        {sound.title}
      </Anchor>
    </Hint>
  )
}

interface InputPortsProps {
  readonly ports: readonly InputPort[]
  readonly inputs: readonly InputView[]
}

export function InputPorts({ ports, inputs }: InputPortsProps) {
  const events = useService(EVENTS)
  const list = useRef<HTMLUListElement>(null)
  const { t } = useText()
  const toggle = useCommand('midi-io.toggle-input')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows depend on the ports
  useEffect(() => {
    const lights = new ActivityLights()
    for (const row of list.current?.querySelectorAll('[data-port]') ?? []) {
      lights.attach(row.getAttribute('data-port') ?? '', [...row.querySelectorAll('i')])
    }
    const listening = events.on(MIDI_EVENT, event => lights.flash(event.portId, event.channel))
    return () => {
      listening.dispose()
      lights.stop()
    }
  }, [events, ports])

  return (
    <ul className="fw-list" ref={list} aria-label={t('MIDI inputs')}>
      {ports.map(port => {
        const { id, manufacturer, device = manufacturer } = port
        const name = portNameOf(id, [port], t)
        const input = inputs.find(each => each.id === id)
        const off = input?.enabled === false
        return (
          <li key={id} className={classes.port} data-port={id} data-off={off || undefined}>
            <Text span truncate fz={13} fw={600} c={off ? 'dimmed' : undefined} title={name}>
              {name}
            </Text>
            {input && isMidi(port) && <GuitarMenu input={input} />}
            <Switch
              size="xs"
              aria-label={t('Receive from “{{name}}”', { name })}
              checked={input?.enabled ?? true}
              onChange={() => toggle.run({ input: id })}
            />
            <small className={classes.maker}>
              {device}
              {input && <Understood input={input} />}
            </small>
            <span className={classes.lights} aria-hidden="true" title={t('Channels 1 to 16')}>
              {CHANNELS.map(channel => (
                <i key={channel} />
              ))}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function Understood({ input: { enabled, guitar } }: { input: InputView }) {
  const { t } = useText()
  const { active, mismatch, firstChannel: first, lastChannel: last } = guitar
  if (!enabled) return <span>{t('Off')}</span>
  if (!active) return null
  return (
    <>
      <span>{t('MIDI guitar, strings on channels {{first}}–{{last}}', { first, last })}</span>
      {mismatch && <span className={classes.warning}>{t('Tuning doesn’t match')}</span>}
    </>
  )
}

const MODES = phrases({ auto: 'Automatic', on: 'Yes', off: 'No' })

const BEND_RANGES = [2, 7, 12, 24, 48] // common on guitars and keyboards; a command can set other ranges

function GuitarMenu({ input }: { input: InputView }) {
  const { t, tm } = useText()
  const setGuitar = useCommand('midi-io.set-guitar')
  const setChannel = useCommand('midi-io.set-guitar-channel')
  const reverse = useCommand('midi-io.reverse-guitar')
  const setBendRange = useCommand('midi-io.set-bend-range')
  const { id, name, bendRange, guitar } = input
  const strings = guitar.lastChannel - guitar.firstChannel + 1
  const ranges = [...new Set([...BEND_RANGES, bendRange])].filter(range => range > 0).sort((a, b) => a - b)

  return (
    <Popover position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <IconButton
          icon={IconAdjustmentsHorizontal}
          label={t('Settings for “{{name}}”', { name })}
          size="sm"
        />
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <NativeSelect
            label={t('MIDI guitar')}
            description={t('One channel per string')}
            data={Object.entries(MODES).map(([value, label]) => ({ value, label: tm('midi-io', label) }))}
            value={guitar.mode}
            onChange={event => setGuitar.run({ input: id, guitar: event.currentTarget.value })}
          />
          <WholeNumber
            label={t('First channel')}
            description={t('{{strings}} strings, as in the current tuning', { strings })}
            min={1}
            max={17 - strings}
            value={guitar.firstChannel}
            onTake={channel => setChannel.run({ input: id, channel })}
          />
          <Switch
            label={t('Lowest string first')}
            checked={guitar.reversed}
            onChange={() => reverse.run({ input: id })}
          />
          <NativeSelect
            label={t('Bend range')}
            data={[
              { value: '0', label: t('Device default') },
              ...ranges.map(range => ({
                value: String(range),
                label: t('± {{count}} semitones', { count: range }),
              })),
            ]}
            value={String(bendRange)}
            onChange={event => setBendRange.run({ input: id, semitones: Number(event.currentTarget.value) })}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

const HELP = phrases({
  asking: 'Your browser is asking to use your MIDI devices. Choose Allow at the top of the window.',
  refused:
    'MIDI is blocked for this page. Allow it in the site settings next to the address bar, then try again.',
  'no-midi-system':
    'Your browser can’t find MIDI on this computer. Check that your devices work in another program, then try again.',
  failed: 'Your browser couldn’t open MIDI. Try again, or restart your browser.',
  unsupported: 'This browser doesn’t support Web MIDI. Use Chrome, Edge, Opera or Firefox.',
  deaf: 'All inputs are off, so you won’t hear what you play. Turn one on.',
  taken:
    'In use by another program: {{ports}}. Close that program or release the device there, then try again.',
  nothing: 'No MIDI input connected. Connect a device and it will appear here.',
})

const WORDS = phrases({
  OK: 'OK',
  nothing: 'No device',
  asking: 'Waiting for permission',
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
  // A device's input and output usually have the same name.
  return [...new Set(names)].join(', ')
}

function AccessHelp({ access, deaf }: { readonly access: AccessView; readonly deaf: boolean }) {
  const { t, tm } = useText()
  const again = useCommand('midi-io.request-access')
  const withoutSysex = useCommand('midi-io.request-without-sysex')
  const { status, inputs, outputs, sysex, taken = [] } = access
  const word = wordFor(access)
  const help = helpFor(word, inputs.length > 0, deaf)
  useChangeSaid(word === 'asking' ? '' : `MIDI: ${tm('midi-io', WORDS[word])}`)
  return (
    <>
      <Group justify="space-between" align="baseline" gap={8} mb={4}>
        <span className={classes.state} data-status={word}>
          <VisuallyHidden component="span">MIDI: </VisuallyHidden>
          {tm('midi-io', WORDS[word])}
        </span>
        {status === 'OK' && (
          <Hint span size="xs">
            {t('Inputs: {{inputs}} · outputs: {{outputs}}', {
              inputs: inputs.length,
              outputs: outputs.length,
            })}
          </Hint>
        )}
      </Group>
      {status === 'OK' && !sysex && <Hint size="xs">{t('Without SysEx')}</Hint>}
      {help && <Hint size="xs">{tm('midi-io', HELP[help])}</Hint>}
      {taken.length > 0 && (
        <>
          <Hint size="xs">{tm('midi-io', HELP.taken, { ports: namesOf(access, taken) })}</Hint>
          <Button size="compact-xs" mt={8} onClick={() => again.run()}>
            {t('Try again')}
          </Button>
        </>
      )}
      {status === 'DENIED' && (
        <Group gap={8} mt={8}>
          <SecondaryButton size="compact-xs" onClick={() => again.run()}>
            {t('Try again')}
          </SecondaryButton>
          <SecondaryButton size="compact-xs" onClick={() => withoutSysex.run()}>
            {t('Try without SysEx')}
          </SecondaryButton>
        </Group>
      )}
    </>
  )
}
