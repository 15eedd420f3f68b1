import { Badge, Button, Group, Table, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { IconPencil, IconPlus, IconRestore, IconSearch } from '@tabler/icons-react'
import { memo, useCallback, useMemo, useState } from 'react'
import type { Command } from '../../../../core/commands/command-registry.js'
import { bindingLabels } from '../../../../core/commands/keys/keys.js'
import { sectionOf } from '../../../../core/commands/search/offered.js'
import { fold } from '../../../../core/commands/search/text-form.js'
import { phrases } from '../../../../core/platform/phrases.js'
import { useSaid } from '../../../../core/react/hooks/use-said.js'
import { useKernel, useStore, useText } from '../../../../core/react/kernel-context.js'
import { KeyCaps } from '../../../../core/react/key-caps.js'
import layout from '../../../../core/react/list-page.module.css'
import { Hint, IconButton, SecondaryButton } from '../../../../core/react/looks.js'
import { type KeyLayer, keySettings } from '../../../../core/settings/core-settings.js'
import { resetKeys } from '../../reset-keys.js'
import { AccountFrame } from '../settings/account-frame.js'
import { KeyRecorder, type Recording } from './key-recorder.js'

export default function KeysPage() {
  const { t } = useText()
  const [query, setQuery] = useState('')
  const [recording, setRecording] = useState<Recording>()
  const { layer, save, reset, resetAll } = useCustomKeys()
  const isEmpty = Object.keys(layer).length === 0
  const rows = useRows(query)
  const isFound = query.trim() !== '' && rows.length > 0
  useSaid(isFound ? t('Matching commands: {{number}}', { number: rows.length }) : '')
  return (
    <AccountFrame
      title={t('Keyboard shortcuts')}
      note={t(
        'All commands and their keyboard shortcuts. Changes are saved in this browser. If two commands share a shortcut, the one you changed last wins.',
      )}
      action={
        // A disabled button would lose focus.
        <Button
          variant="default"
          data-disabled={isEmpty || undefined}
          aria-disabled={isEmpty}
          onClick={() => isEmpty || resetAll()}
        >
          {t('Reset all')}
        </Button>
      }
    >
      <TextInput
        type="search"
        label={t('Search by command or key')}
        leftSection={<IconSearch size={15} stroke={1.7} aria-hidden />}
        value={query}
        onChange={event => setQuery(event.currentTarget.value)}
      />
      {rows.length === 0 ? (
        <Text role="status">{t('No commands or keys match “{{query}}”.', { query })}</Text>
      ) : (
        <KeysTable rows={rows} layer={layer} onRecord={setRecording} onReset={reset} />
      )}
      <KeyRecorder
        recording={recording}
        layer={layer}
        onSave={save}
        onClose={() => setRecording(undefined)}
      />
    </AccountFrame>
  )
}

function useRows(query: string): readonly KeyRow[] {
  const { commands, host, platform } = useKernel()
  const text = useText()
  const all = useStore(commands.all)

  const rows = useMemo(() => {
    const found = all.map((command: Command): KeyRow & { readonly words: string } => {
      const [title, section] = [text.tm(command.source, command.title), sectionOf(command, text, host)]
      // Users may search for a key’s symbol or its name.
      const labels = command.keys.flatMap(key => [
        bindingLabels(key, platform.mac).join(' '),
        bindingLabels(key, platform.mac, name => text.tm('core', name)).join(' '),
      ])
      const names = [title, command.english ?? command.title, section]
      return { command, title, section, words: fold([...names, ...labels].join('\n')) }
    })
    const sections = [...new Set(found.map(({ section }) => section))]
    return found.sort((a, b) => sections.indexOf(a.section) - sections.indexOf(b.section))
  }, [all, text, host, platform])

  return useMemo(() => {
    const words = fold(query).split(/\s+/)
    return rows.filter(row => words.every(word => row.words.includes(word)))
  }, [rows, query])
}

const WORDS = phrases({
  one: 'Keyboard shortcut for “{{command}}” reset.',
  undo: 'Undo',
})

export function useCustomKeys() {
  const { notices, settings } = useKernel()
  const store = settings.store(keySettings)
  const layer = useStore(store, ({ keys }) => keys)

  const save = useCallback((keys: KeyLayer) => store.change({ keys }), [store])

  const reset = useCallback(
    ({ id, source, title }: Command) => {
      const before = store.getState().keys
      const { [id]: own = [], ...others } = before
      store.change({ keys: others })
      const undo = () => {
        const now = store.getState().keys
        const untouched = JSON.stringify(now) === JSON.stringify(others)
        if (untouched) store.change({ keys: before })
        else if (!(id in now)) store.change({ keys: { [id]: own, ...now } })
      }
      notices.post({
        kind: 'success',
        source: 'account',
        message: WORDS.one,
        values: { command: title },
        texts: { command: { source, message: title } },
        action: { label: WORDS.undo, run: undo },
      })
    },
    [store, notices],
  )

  const resetAll = useCallback(() => resetKeys(settings, notices), [settings, notices])

  return { layer, save, reset, resetAll }
}

interface KeyRow {
  readonly command: Command
  readonly title: string
  readonly section: string
}

interface KeysTableProps {
  readonly rows: readonly KeyRow[]
  readonly layer: KeyLayer
  readonly onRecord: (recording: Recording) => void
  readonly onReset: (command: Command) => void
}

/** Number of rows per page. More rows would block the browser. */
const PAGE_SIZE = 200

function KeysTable({ rows, layer, onRecord, onReset }: KeysTableProps) {
  const { t } = useText()
  const [shown, setShown] = useState(PAGE_SIZE)
  return (
    <>
      <Table className={layout.table} verticalSpacing={6} aria-label={t('Keyboard shortcuts')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th visibleFrom="sm">{t('Section')}</Table.Th>
            <Table.Th>{t('Command')}</Table.Th>
            <Table.Th>{t('Shortcut')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('Source')}</Table.Th>
            <Table.Th>
              <VisuallyHidden>{t('Change')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, shown).map(row => (
            <Row
              key={row.command.id}
              {...row}
              custom={layer[row.command.id] !== undefined}
              onRecord={onRecord}
              onReset={onReset}
            />
          ))}
        </Table.Tbody>
      </Table>
      {rows.length > shown && (
        <SecondaryButton onClick={() => setShown(shown + PAGE_SIZE)}>
          {t('Show more commands')}
        </SecondaryButton>
      )}
    </>
  )
}

interface RowProps extends KeyRow, Pick<KeysTableProps, 'onRecord' | 'onReset'> {
  readonly custom: boolean
}

const Row = memo(function Row({ command, title, section, custom, onRecord, onReset }: RowProps) {
  const { t } = useText()
  return (
    <Table.Tr>
      <Table.Td visibleFrom="sm" c="dimmed" fz={13}>
        {section}
      </Table.Td>
      <Table.Th scope="row" fw={400} style={{ overflowWrap: 'anywhere' }}>
        {title}
        <Hint hiddenFrom="sm" size="xs">
          {section}
        </Hint>
      </Table.Th>
      <Table.Td>
        {command.keys.length === 0 && <Hint>–</Hint>}
        {command.keys.map(key => (
          <div key={key}>
            <KeyCaps binding={key} />
          </div>
        ))}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {custom ? <Badge variant="light">{t('Custom')}</Badge> : <Hint>{t('Default')}</Hint>}
      </Table.Td>
      <Table.Td>
        <Group gap={2} justify="flex-end" wrap="nowrap">
          {custom && (
            <IconButton
              icon={IconRestore}
              label={t('Reset shortcut: {{command}}', { command: title })}
              onClick={({ currentTarget }) => {
                // This button disappears, so focus the last one, which is always rendered.
                currentTarget.parentElement?.querySelector<HTMLElement>(':scope > :last-child')?.focus()
                onReset(command)
              }}
            />
          )}
          {command.keys.length > 0 && (
            <IconButton
              icon={IconPlus}
              label={t('Add shortcut: {{command}}', { command: title })}
              onClick={() => onRecord({ command, title, more: true })}
            />
          )}
          <IconButton
            icon={IconPencil}
            label={t('Change shortcut: {{command}}', { command: title })}
            variant="default"
            onClick={() => onRecord({ command, title, more: false })}
          />
        </Group>
      </Table.Td>
    </Table.Tr>
  )
})
