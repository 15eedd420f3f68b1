import { Anchor, Modal, Table, Text } from '@mantine/core'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { sectionOf } from '../../core/commands/search/offered.js'
import { routesOf } from '../../core/kernel/contributions.js'
import { useKernel, useStore, useText } from '../../core/react/kernel-context.js'
import { KeyCaps } from '../../core/react/key-caps.js'
import { useFocusBack } from '../layout/use-focus-back.js'

const KEYS_SCREEN = '/account/keys'

interface Row {
  readonly id: string
  readonly title: string
  readonly keys: readonly string[]
}

export default function KeyList({ onClose }: { onClose: () => void }) {
  useFocusBack()
  const { auth, commands, host } = useKernel()
  const text = useText()
  const { t } = text
  const all = useStore(commands.all)
  const { route } = useStore(commands.conditions)
  const loggedIn = useStore(auth.state, state => state.status === 'loggedIn')
  const usable = all.filter(command => command.keys.length > 0 && commands.isEnabled(command.id))
  const groups = new Map<string, Row[]>()
  const add = (section: string, row: Row) => groups.set(section, [...(groups.get(section) ?? []), row])
  for (const { id, source, title, section, keys } of usable)
    add(sectionOf({ source, section }, text, host), { id, title: text.tm(source, title), keys })
  const page = routesOf(host.manifests).find(({ path }) => path === route)
  for (const { title, keys } of page?.keys ?? []) {
    add(sectionOf({ source: page?.plugin ?? '' }, text, host), {
      id: title,
      title: text.tm(page?.plugin ?? '', title),
      keys,
    })
  }
  const canChange =
    loggedIn &&
    routesOf(host.manifests).some(({ path, plugin }) => path === KEYS_SCREEN && host.isUsable(plugin))
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Keyboard shortcuts')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {usable.length === 0 && <Text>{t('There are no keyboard shortcuts here.')}</Text>}
      {[...groups].map(([section, rows]) => (
        <Fragment key={section}>
          <Text component="h3" size="sm" fw={600} c="dimmed" mt="md" mb={4}>
            {section}
          </Text>
          <KeyTable name={section} rows={rows} />
        </Fragment>
      ))}
      {canChange && (
        <Text mt="lg">
          <Anchor component={Link} to={KEYS_SCREEN} onClick={onClose}>
            {t('Change keyboard shortcuts')}
          </Anchor>
        </Text>
      )}
    </Modal>
  )
}

function KeyTable({ name, rows }: { name: string; rows: readonly Row[] }) {
  return (
    <Table horizontalSpacing={0} aria-label={name}>
      <Table.Tbody>
        {rows.map(({ id, title, keys }) => (
          <Table.Tr key={id}>
            <Table.Th fw={400} scope="row">
              {title}
            </Table.Th>
            <Table.Td ta="right">
              {keys.map(binding => (
                <div key={binding}>
                  <KeyCaps binding={binding} />
                </div>
              ))}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
