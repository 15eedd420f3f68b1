import {
  Alert,
  Button,
  Group,
  Modal,
  Progress,
  SegmentedControl,
  Stack,
  Switch,
  TextInput,
} from '@mantine/core'
import { type FormEvent, useCallback, useEffect, useMemo, useState } from 'react'
import type { ArgumentField } from '../../../core/commands/argument-fields.js'
import type { ArgumentChoice } from '../../../core/commands/command.js'
import type { Command } from '../../../core/commands/command-registry.js'
import { sectionOf } from '../../../core/commands/search/offered.js'
import { useAnswer } from '../../../core/react/hooks/use-answer.js'
import { useLast } from '../../../core/react/hooks/use-last.js'
import { Select } from '../../../core/react/inputs/select.js'
import { useKernel, useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { Hint, SecondaryButton } from '../../../core/react/looks.js'
import { bindableCommands, followFields } from '../learn/bindable.js'
import { bindingKey, clashesOf } from '../learn/bindings.js'
import { controlWords, hasValue } from '../learn/control.js'
import {
  askedFields,
  bindingOf,
  draftOf,
  followsOf,
  heardNow,
  keepsOf,
  type LearnDraft,
  PRESSED,
} from '../learn/learn-draft.js'
import type { Unfit } from '../learn/learnable.js'
import { type HeardControl, MIDI_LEARN } from '../learn/midi-learn.js'
import type { Binding } from '../settings.js'
import { MIDI_ACCESS } from '../tokens.js'
import classes from './controls-page.module.css'

export interface Wish {
  readonly command?: string
  readonly before?: Binding
}

interface LearnFormProps {
  readonly wish: Wish
  readonly listening: boolean
  readonly onClose: () => void
}

function LearnForm({ wish: { command: wanted, before }, listening, onClose }: LearnFormProps) {
  const { commands } = useKernel()
  const { t } = useText()
  const learn = useService(MIDI_LEARN)
  const all = useStore(commands.all)
  const bindings = useStore(learn.bindings)
  const { heard, unfit } = useHeard(listening)
  const [chosen, setChosen] = useState<LearnDraft>(() =>
    draftOf(wanted && commands.currentId(wanted), before),
  )
  const choose = (change: Partial<LearnDraft>) => setChosen(draft => ({ ...draft, ...change }))

  const draft: LearnDraft = heard ? { ...chosen, control: heard.control, port: heard.port } : chosen
  const command = all.find(({ id }) => id === draft.command)
  const follows = followsOf(draft, command)
  const binding = bindingOf(draft, command)
  const others = before ? bindings.filter(each => bindingKey(each) !== bindingKey(before)) : bindings
  const { control, port, anyPort } = draft
  const clashes = control ? clashesOf({ ...control, port: anyPort ? undefined : port }, others) : []

  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!binding) return
    learn.bind(binding, before)
    onClose()
  }

  return (
    <form onSubmit={save}>
      <Stack gap="md">
        <HeardBox control={control} port={port} value={heard?.value} unfit={unfit} />
        <CommandSelect
          value={draft.command}
          onChange={id => choose({ command: id, args: {}, follows: undefined })}
        />
        {command && control && hasValue(control) && (
          <FollowSelect command={command} value={follows} onChange={name => choose({ follows: name })} />
        )}
        {command &&
          askedFields(draft, command).map(field => (
            <ArgumentInput
              key={`${command.id} ${field.name}`}
              command={command}
              field={field}
              value={draft.args[field.name]}
              onChange={value => setChosen(now => ({ ...now, args: { ...now.args, [field.name]: value } }))}
            />
          ))}
        {port && (
          <SegmentedControl
            aria-label={t('Input')}
            value={anyPort ? 'any' : 'this'}
            onChange={value => choose({ anyPort: value === 'any' })}
            data={[
              { value: 'this', label: port.name },
              { value: 'any', label: t('Any input') },
            ]}
          />
        )}
        <Switch
          checked={keepsOf(draft)}
          onChange={event => choose({ keeps: event.currentTarget.checked })}
          label={t('Use only for this command')}
          description={t('The control’s messages won’t be played or shown.')}
        />
        <Clashes clashes={clashes} />
        <Group justify="flex-end">
          <SecondaryButton onClick={onClose}>{t('Cancel')}</SecondaryButton>
          <Button type="submit" disabled={!binding}>
            {clashes.length > 0 ? t('Replace') : t('Map')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function useHeard(listening: boolean): { readonly heard?: HeardControl; readonly unfit?: Unfit } {
  const learn = useService(MIDI_LEARN)
  const [heard, setHeard] = useState<HeardControl>()
  const [unfit, setUnfit] = useState<Unfit>()
  useEffect(() => {
    if (!listening) return
    const hearing = learn.hear(next => {
      setHeard(before => heardNow(before, next))
      setUnfit(undefined)
    }, setUnfit)
    return () => hearing.dispose()
  }, [learn, listening])
  return { heard, unfit }
}

function Clashes({ clashes }: { clashes: readonly Binding[] }) {
  const { commands } = useKernel()
  const { t, tm } = useText()
  return (
    <div role="status">
      {clashes.map(clash => {
        const { message, values } = controlWords(clash)
        const command = commands.find(clash.command)
        return (
          <Alert key={bindingKey(clash)} color="orange" p="xs">
            {t('{{control}} is already mapped to “{{command}}”. Replace it?', {
              control: tm('midi-io', message, values),
              command: command ? tm(command.source, command.title) : clash.command,
            })}
          </Alert>
        )
      })}
    </div>
  )
}

interface HeardBoxProps extends Pick<LearnDraft, 'control' | 'port'> {
  readonly value: number | undefined
  readonly unfit: Unfit | undefined
}

function HeardBox({ control, port, value, unfit }: HeardBoxProps) {
  const { t, tm } = useText()
  const { status, inputs } = useStore(useService(MIDI_ACCESS).view)
  const words = control && controlWords(control)
  const nothing = status !== 'OK' || inputs.length === 0
  return (
    <div className={classes.heard} data-heard={control !== undefined || undefined}>
      <div role="status">
        <p>
          {words ? tm('midi-io', words.message, words.values) : t('Press a pedal, turn a knob or hit a pad…')}
        </p>
        {port && <Hint fz={13}>{port.name}</Hint>}
        {unfit && (
          <p>
            {t('{{message}} can’t be mapped. Use keys, pads, pedals, knobs, wheels or program changes.', {
              message: tm('midi-io', unfit.message, unfit.values),
            })}
          </p>
        )}
        {!control && nothing && (
          <Hint fz={13}>{t('No MIDI input is connected. See “Device status” on the fretboard page.')}</Hint>
        )}
      </div>
      {control?.kind !== 'program' && value !== undefined && (
        <Progress w="100%" value={(value / 127) * 100} aria-label={t('Value')} />
      )}
    </div>
  )
}

interface FollowSelectProps {
  readonly command: Command
  readonly value: string | undefined
  readonly onChange: (name: string) => void
}

function FollowSelect({ command, value, onChange }: FollowSelectProps) {
  const { t, tm } = useText()
  const fields = followFields(command)
  if (fields.length === 0) return null
  const titleOf = (name: string) => command.asks?.find(({ id }) => id === name)?.title ?? name
  return (
    <Select
      label={t('Mode')}
      value={value ?? PRESSED}
      onChange={name => onChange(name ?? PRESSED)}
      data={[
        ...fields.map(({ name }) => ({
          value: name,
          label: t('Sets {{argument}}', { argument: tm(command.source, titleOf(name)) }),
        })),
        { value: PRESSED, label: t('Trigger: runs once per press') },
      ]}
    />
  )
}

/** Stays mounted while closed, so that it can restore focus. */
export function LearnDialog({ wish, onClose }: { wish: Wish | undefined; onClose: () => void }) {
  const { t } = useText()
  const last = useLast(wish) // keeps the content visible while the dialog fades out
  return (
    <Modal
      opened={wish !== undefined}
      onClose={onClose}
      title={last?.before ? t('Edit MIDI mapping') : t('MIDI Learn')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {last && (
        <LearnForm
          key={`${last.command} ${last.before && bindingKey(last.before)}`}
          wish={last}
          listening={wish !== undefined}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}

interface ArgumentInputProps {
  readonly command: Command
  readonly field: ArgumentField
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

function ArgumentInput(props: ArgumentInputProps) {
  const { command, field } = props
  const listed = useListed(command, field)
  if (listed === 'loading') return null
  const choices = listed ?? field.choices?.map(value => ({ value, label: String(value) }))
  return choices ? <ChosenArgument {...props} choices={choices} /> : <TypedArgument {...props} />
}

function ChosenArgument({
  command,
  field,
  value,
  onChange,
  choices,
}: ArgumentInputProps & { readonly choices: readonly ArgumentChoice[] }) {
  const { t, tm } = useText()
  const labelOf = (choice: ArgumentChoice) => {
    if (typeof choice.value === 'boolean') return choice.value ? t('Yes') : t('No')
    return tm(command.source, choice.label)
  }
  const chosen = choices.findIndex(choice => choice.value === value)
  const missing = chosen < 0 && value !== undefined
  return (
    <Select
      label={tm(command.source, field.title)}
      searchable
      value={chosen < 0 ? (missing ? 'missing' : null) : String(chosen)}
      data={[
        ...choices.map((choice, index) => ({ value: String(index), label: labelOf(choice) })),
        ...(missing ? [{ value: 'missing', label: String(value) }] : []),
      ]}
      onChange={index => {
        const choice = choices[Number(index ?? Number.NaN)]
        if (choice) onChange(choice.value)
      }}
    />
  )
}

function TypedArgument({ command, field, value, onChange }: ArgumentInputProps) {
  const { tm } = useText()
  const [text, setText] = useState(value === undefined ? '' : String(value))
  const [left, setLeft] = useState(false)
  const reading = field.read(text)
  const problem = 'problem' in reading ? reading.problem : undefined
  return (
    <TextInput
      label={tm(command.source, field.title)}
      value={text}
      error={left && problem ? tm('core', problem.message, problem.values) : undefined}
      onBlur={() => setLeft(true)}
      onChange={event => {
        const typed = event.currentTarget.value
        setText(typed)
        const now = field.read(typed)
        onChange('value' in now ? now.value : undefined)
      }}
    />
  )
}

function useListed(command: Command, field: ArgumentField) {
  const { commands, log } = useKernel()
  const ask = useCallback(
    () =>
      commands.choicesFor(command.id, field.name).catch(error => {
        // A plugin that fails to start posts its own notice. The value can still be typed.
        log.warn(`Couldn't list the choices of ${command.id}`, error)
        return undefined
      }),
    [commands, command.id, field.name, log],
  )
  const { value, busy } = useAnswer(ask)
  return value ?? (busy ? 'loading' : undefined)
}

const LISTED = 60 // beyond this, typing is faster than scrolling

interface CommandSelectProps {
  readonly value: string | undefined
  readonly onChange: (command: string) => void
}

function CommandSelect({ value, onChange }: CommandSelectProps) {
  const { commands, host } = useKernel()
  const text = useText()
  const all = useStore(commands.all)

  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on all commands only
  const data = useMemo(() => {
    const sections = new Map<string, { value: string; label: string }[]>()
    for (const command of bindableCommands(commands)) {
      const section = sectionOf(command, text, host)
      const item = { value: command.id, label: text.tm(command.source, command.title) }
      sections.set(section, [...(sections.get(section) ?? []), item])
    }
    return [...sections].map(([group, items]) => ({ group, items }))
  }, [all, text, host])

  return (
    <Select
      label={text.t('Command')}
      placeholder={text.t('Choose a command')}
      searchable
      limit={LISTED}
      data={data}
      value={value ?? null}
      nothingFoundMessage={text.t('No matching commands.')}
      onChange={id => {
        if (id !== null) onChange(id)
      }}
    />
  )
}
