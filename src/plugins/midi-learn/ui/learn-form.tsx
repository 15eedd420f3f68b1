/** What is in the window: the control that is heard, the command with its arguments, and what they share. */
import { Alert, Button, Group, SegmentedControl, Stack, Switch } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import { bindingKey, clashesOf } from '../bindings.js'
import { controlWords, hasValue } from '../control.js'
import { heardNow } from '../heard.js'
import { askedFields, bindingOf, draftOf, followsOf, keepsOf, type LearnDraft } from '../learn-draft.js'
import type { Binding } from '../settings.js'
import { type HeardControl, MIDI_LEARN, type Unfit } from '../tokens.js'
import { ArgumentInput } from './argument-input.js'
import { CommandSelect } from './command-select.js'
import { FollowSelect } from './follow-select.js'
import { HeardBox } from './heard-box.js'

/** What somebody wants a control for. */
export interface Wish {
  /** Chosen in the window without one. */
  readonly command?: string
  /** The binding that is changed. */
  readonly before?: Binding
}

interface LearnFormProps {
  readonly wish: Wish
  readonly listening: boolean
  readonly onClose: () => void
}

export function LearnForm({ wish: { command: wanted, before }, listening, onClose }: LearnFormProps) {
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
          label={t('Does nothing else')}
          description={t('Its messages are neither played nor shown.')}
        />
        <Clashes clashes={clashes} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" disabled={!binding}>
            {clashes.length > 0 ? t('Replace') : t('Bind')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The control that was moved last, while the window listens. */
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

/** What would run nothing any more. */
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
            {t('{{control}} runs “{{command}}” already. Replace it?', {
              control: tm('midi-learn', message, values),
              command: command ? tm(command.source, command.title) : clash.command,
            })}
          </Alert>
        )
      })}
    </div>
  )
}
