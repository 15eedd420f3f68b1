import { Button, Group, Switch, Table, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { argumentFields } from '../../../core/commands/argument-fields.js'
import { SETTINGS } from '../../../core/kernel/tokens.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useKernel, useService, useStore, useText } from '../../../core/react/kernel-context.js'
import layout from '../../../core/react/list-page.module.css'
import { Hint, IconButton, SecondaryButton } from '../../../core/react/looks.js'
import { PageTabs } from '../../../core/react/page-tabs.js'
import { bindingKey } from '../learn/bindings.js'
import { controlWords } from '../learn/control.js'
import { MIDI_LEARN } from '../learn/midi-learn.js'
import { type Binding, learnSettings } from '../settings.js'
import { LearnDialog, type Wish } from './learn-form.js'

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
    <div className={layout.page}>
      <PageTabs group="Account" />
      <Group justify="space-between">
        <Title order={1} size={22}>
          {t('MIDI mappings')}
        </Title>
        <Group gap="xs">
          <SecondaryButton disabled={bindings.length === 0} onClick={() => removeAll.run()}>
            {t('Remove all')}
          </SecondaryButton>
          <Button onClick={() => setWish({})}>{t('Add mapping')}</Button>
        </Group>
      </Group>
      <Text c="dimmed">
        {t(
          'Use a pedal, knob or pad to run any command: turn pages, start a song, set the tempo. Mappings are saved in this browser.',
        )}
      </Text>
      <Switch checked={on} onChange={() => toggle.run()} label={t('Enable MIDI mappings')} />
      {bindings.length > 0 ? (
        <ControlsTable bindings={bindings} onChange={change} />
      ) : (
        <Text role="status">{t('No MIDI mappings yet.')}</Text>
      )}
      <LearnDialog wish={wish} onClose={() => setWish(undefined)} />
    </div>
  )
}

interface ControlsTableProps {
  readonly bindings: readonly Binding[]
  readonly onChange: (binding: Binding) => void
}

function ControlsTable({ bindings, onChange }: ControlsTableProps) {
  const { t } = useText()
  return (
    <Table className={layout.table} verticalSpacing={6} aria-label={t('MIDI mappings')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Control')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('Input')}</Table.Th>
          <Table.Th>{t('Command')}</Table.Th>
          <Table.Th>
            <VisuallyHidden>{t('Change')}</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {bindings.map(binding => (
          <Row key={bindingKey(binding)} binding={binding} onChange={onChange} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Row({ binding, onChange }: { binding: Binding } & Pick<ControlsTableProps, 'onChange'>) {
  const { t, tm } = useText()
  const remove = useCommand('midi-learn.remove')
  const { message, values } = controlWords(binding)
  const control = tm('midi-io', message, values)
  const port = binding.port?.name ?? t('Any input')
  const alone = binding.keeps ? t('Use only for this command') : undefined
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        {control}
        <Hint fz={13} hiddenFrom="sm">
          {port}
        </Hint>
        {alone && <Hint fz={13}>{alone}</Hint>}
      </Table.Th>
      <Table.Td visibleFrom="sm">{port}</Table.Td>
      <Table.Td>
        <BoundCommand binding={binding} />
      </Table.Td>
      <Table.Td>
        <Group gap={2} justify="flex-end" wrap="nowrap">
          <IconButton
            icon={IconPencil}
            label={t('Change: {{control}}', { control })}
            variant="default"
            onClick={() => onChange(binding)}
          />
          <IconButton
            icon={IconTrash}
            label={t('Remove: {{control}}', { control })}
            onClick={() => remove.run({ control: bindingKey(binding) })}
          />
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

function BoundCommand({ binding: { command: id, args = {}, follows } }: { binding: Binding }) {
  const { commands } = useKernel()
  const { t, tm } = useText()
  const command = useStore(commands.all, () => commands.find(id))
  if (!command) {
    return (
      <>
        <code>{id}</code>
        <Hint fz={13}>{t('This command is currently unavailable.')}</Hint>
      </>
    )
  }
  const given = argumentFields(command).map(({ name, title }) => {
    const argument = tm(command.source, title)
    if (name === follows) return t('{{argument}} follows the control’s value', { argument })
    return t('{{argument}}: {{value}}', { argument, value: String(args[name] ?? '–') })
  })
  return (
    <>
      {tm(command.source, command.title)}
      {given.length > 0 && <Hint fz={13}>{given.join(' · ')}</Hint>}
    </>
  )
}
