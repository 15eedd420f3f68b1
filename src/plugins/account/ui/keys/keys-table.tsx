import { ActionIcon, Badge, Button, Group, Table, Text, VisuallyHidden } from '@mantine/core'
import { IconPencil, IconPlus, IconRestore } from '@tabler/icons-react'
import { memo, useState } from 'react'
import type { Command } from '../../../../core/commands/command-registry.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { KeyCaps } from '../../../../core/react/key-caps.js'
import type { KeyLayer } from '../../../../core/settings/core-settings.js'
import type { Recording } from './key-recorder.js'
import classes from './keys-page.module.css'

export interface KeyRow {
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

/** More rows at once would block the browser. */
const PAGE_SIZE = 200

export function KeysTable({ rows, layer, onRecord, onReset }: KeysTableProps) {
  const { t } = useText()
  const [shown, setShown] = useState(PAGE_SIZE)
  return (
    <>
      <Table className={classes.table} verticalSpacing={6}>
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
        <Button variant="default" onClick={() => setShown(shown + PAGE_SIZE)}>
          {t('Show more commands')}
        </Button>
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
      <Table.Th scope="row" fw={400}>
        {title}
        <Text hiddenFrom="sm" c="dimmed" size="xs">
          {section}
        </Text>
      </Table.Th>
      <Table.Td>
        {command.keys.length === 0 && (
          <Text c="dimmed" size="sm">
            –
          </Text>
        )}
        {command.keys.map(key => (
          <div key={key}>
            <KeyCaps binding={key} />
          </div>
        ))}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {custom ? (
          <Badge variant="light">{t('Custom')}</Badge>
        ) : (
          <Text c="dimmed" size="sm">
            {t('Default')}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Group gap={2} justify="flex-end" wrap="nowrap">
          {custom && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('Reset shortcut: {{command}}', { command: title })}
              onClick={({ currentTarget }) => {
                // This button disappears; the last one is always there.
                currentTarget.parentElement?.querySelector<HTMLElement>(':scope > :last-child')?.focus()
                onReset(command)
              }}
            >
              <IconRestore size={16} stroke={1.7} aria-hidden />
            </ActionIcon>
          )}
          {command.keys.length > 0 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('Add shortcut: {{command}}', { command: title })}
              onClick={() => onRecord({ command, title, more: true })}
            >
              <IconPlus size={16} stroke={1.7} aria-hidden />
            </ActionIcon>
          )}
          <ActionIcon
            variant="default"
            aria-label={t('Change shortcut: {{command}}', { command: title })}
            onClick={() => onRecord({ command, title, more: false })}
          >
            <IconPencil size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Group>
      </Table.Td>
    </Table.Tr>
  )
})
