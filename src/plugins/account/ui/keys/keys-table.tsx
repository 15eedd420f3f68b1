/** All commands with their keys, where these come from, and what can be done with them. */
import { ActionIcon, Badge, Button, Group, Table, Text, VisuallyHidden } from '@mantine/core'
import { IconPencil, IconPlus, IconRestore } from '@tabler/icons-react'
import { useState } from 'react'
import type { Command } from '../../../../core/commands/command-registry.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { KeyCaps } from '../../../../core/react/key-caps.js'
import type { KeyLayer } from '../../../../core/settings/keys.js'
import classes from './keys-page.module.css'
import type { Recording } from './keys-recorder.js'

export interface KeyRow {
  readonly command: Command
  /** Translated. */
  readonly title: string
  readonly section: string
}

interface KeysTableProps {
  readonly rows: readonly KeyRow[]
  readonly layer: KeyLayer
  readonly onRecord: (recording: Recording) => void
  readonly onReset: (command: Command) => void
}

/** A browser lays out no more rows at once without a pause. */
const AT_ONCE = 200

export function KeysTable({ rows, layer, onRecord, onReset }: KeysTableProps) {
  const { t } = useText()
  const [shown, setShown] = useState(AT_ONCE)
  return (
    <>
      <Table className={classes.table} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.section}>{t('Section')}</Table.Th>
            <Table.Th>{t('Command')}</Table.Th>
            <Table.Th>{t('Keys')}</Table.Th>
            <Table.Th className={classes.source}>{t('From')}</Table.Th>
            <Table.Th>
              <VisuallyHidden>{t('Change')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, shown).map(row => (
            <Row
              key={row.command.id}
              row={row}
              own={layer[row.command.id] !== undefined}
              onRecord={onRecord}
              onReset={onReset}
            />
          ))}
        </Table.Tbody>
      </Table>
      {rows.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + AT_ONCE)}>
          {t('Show more commands')}
        </Button>
      )}
    </>
  )
}

interface RowProps extends Pick<KeysTableProps, 'onRecord' | 'onReset'> {
  readonly row: KeyRow
  /** The user has changed its keys. */
  readonly own: boolean
}

function Row({ row: { command, title, section }, own, onRecord, onReset }: RowProps) {
  const { t } = useText()
  return (
    <Table.Tr>
      <Table.Td className={classes.section}>{section}</Table.Td>
      <Table.Th scope="row" fw={400}>
        {title}
        <Text span className={classes.under}>
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
      <Table.Td className={classes.source}>
        {own ? (
          <Badge variant="light">{t('Yours')}</Badge>
        ) : (
          <Text c="dimmed" size="sm">
            {t('Default')}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Group gap={2} justify="flex-end" wrap="nowrap">
          {own && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('Reset: {{command}}', { command: title })}
              onClick={({ currentTarget }) => {
                // This button goes with the own keys; the last one, which changes them, is always there.
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
              aria-label={t('One more key: {{command}}', { command: title })}
              onClick={() => onRecord({ command, title, more: true })}
            >
              <IconPlus size={16} stroke={1.7} aria-hidden />
            </ActionIcon>
          )}
          <ActionIcon
            variant="default"
            aria-label={t('Change: {{command}}', { command: title })}
            onClick={() => onRecord({ command, title, more: false })}
          >
            <IconPencil size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}
