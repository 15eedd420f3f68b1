import { Box, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Fragment, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type KeyClashReport, keyClashes } from '../../../core/commands/keys/key-clashes.js'
import { bindingLabels } from '../../../core/commands/keys/keys.js'
import type { PluginManifest } from '../../../core/kernel/plugin.js'
import { Select } from '../../../core/react/inputs/select.js'
import { useKernel, useStore, useText } from '../../../core/react/kernel-context.js'
import { useKeyName } from '../../../core/react/key-caps.js'
import layout from '../../../core/react/list-page.module.css'
import { Hint, SectionTitle } from '../../../core/react/looks.js'
import { keySettings } from '../../../core/settings/core-settings.js'
import {
  GROUPS,
  groupOf,
  isOfKind,
  type PluginRow,
  pluginRows,
  type RowKind,
  rowFits,
} from '../plugin-rows.js'
import { PermissionDialog } from './permission-dialog.js'
import { PluginCard } from './plugin-card.js'
import { usePermissionActions } from './plugin-switch.js'
import { usePluginTitle } from './use-plugin-title.js'

export default function PluginsPage() {
  const { host } = useKernel()
  const { t, tm } = useText()
  const manifests = useStore(host.states, () => host.manifests)
  const states = useStore(host.states)
  const titleOf = usePluginTitle()
  const [search, setSearch] = useState('')
  const [kind, setKind] = useState<RowKind>('all')
  const [open, setOpen] = useState<string>()
  const [asking, setAsking] = useState<readonly string[]>([])
  const { allow } = usePermissionActions()
  const query = useDeferredValue(search)
  const rows = pluginRows(manifests, states).filter(row => isOfKind(row, kind))
  const found = (wanted: 1 | 2) =>
    rows.filter(row => {
      const { state, manifest } = row
      const description = manifest?.description ? tm(state.id, manifest.description) : ''
      return rowFits(row, { name: titleOf(state.id), description }, query.trim()) === wanted
    })
  // Without a search, every name matches.
  const byName = found(2)
  const groups =
    query.trim() === ''
      ? Object.entries(GROUPS).map(([id, heading]) => ({
          ...{ id, heading: tm('plugin-manager', heading) },
          rows: byName.filter(row => groupOf(row) === id),
        }))
      : [{ id: 'found', heading: t('Search results'), rows: [...byName, ...found(1)] }]
  const shown = groups.filter(group => group.rows.length > 0)
  const kinds = [
    { value: 'all', label: t('All') },
    { value: 'active', label: t('Active') },
    { value: 'off', label: t('Disabled') },
    { value: 'trouble', label: t('With problems') },
  ]
  const choose = (id: string) => {
    setSearch('')
    setKind('all')
    setOpen(id)
    requestAnimationFrame(() => document.getElementById(`plugin-${id}`)?.scrollIntoView({ block: 'center' }))
  }
  useRequest(manifests, wanted => {
    choose(wanted[0]?.id ?? '')
    const waiting = wanted.filter(manifest => host.grants.unanswered(manifest).length > 0)
    setAsking(waiting.map(({ id }) => id))
  })
  const cardOf = (row: PluginRow) => (
    <PluginCard
      key={row.state.id}
      row={row}
      open={open === row.state.id}
      onToggle={() => setOpen(open === row.state.id ? undefined : row.state.id)}
      onAsk={() => setAsking([row.state.id])}
    />
  )

  return (
    <Box className={layout.page} maw={1280}>
      <div>
        <h1 className={layout.title}>{t('Plugins')}</h1>
        <Text c="dimmed">{t('Every Fretwork feature is a plugin.')}</Text>
      </div>
      <ProblemList />
      <Stack component="section" gap="sm" aria-label={t('All plugins')}>
        <Group gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            maw={420}
            value={search}
            onChange={event => setSearch(event.currentTarget.value)}
            aria-label={t('Search plugins')}
            placeholder={t('Search plugins')}
          />
          <Select
            w={150}
            aria-label={t('Status')}
            data={kinds}
            value={kind}
            onChange={chosen => setKind((chosen ?? 'all') as RowKind)}
            allowDeselect={false}
          />
        </Group>
        {shown.length === 0 && <Text c="dimmed">{t('No matching plugins.')}</Text>}
        {shown.map(({ id, heading, rows }) => (
          <Fragment key={id}>
            <SectionTitle mt={8}>{heading}</SectionTitle>
            <Stack component="ul" gap="xs" className="fw-list">
              {rows.map(cardOf)}
            </Stack>
          </Fragment>
        ))}
      </Stack>
      <PermissionDialog
        manifest={manifests.find(({ id }) => id === asking[0])}
        onAllow={allow}
        onClose={() => setAsking(asking.slice(1))}
      />
    </Box>
  )
}

/** `?permissions=drone,tuner` opens the permission dialogs of plugins, which may load after the page. */
function useRequest(
  manifests: readonly PluginManifest[],
  show: (wanted: readonly PluginManifest[]) => void,
): void {
  const [query, setQuery] = useSearchParams()
  const ids = query.get('permissions')?.split(',') ?? []
  const wanted = manifests.filter(({ id }) => ids.includes(id))
  const latest = useRef(() => show(wanted))
  latest.current = () => show(wanted)
  const isWanted = wanted.length > 0
  useEffect(() => {
    if (!isWanted) return
    setQuery({}, { replace: true })
    latest.current()
  }, [isWanted, setQuery])
}

function ProblemList() {
  const { commands, host, platform } = useKernel()
  const { t, tm } = useText()
  const keyName = useKeyName()
  useStore(host.states)
  const all = useStore(commands.all)
  const { problems } = host.report
  // There is no conflict if the plugin that wins is disabled.
  const keyClashes = host.report.keyClashes.filter(
    ({ key, lost }) => !all.find(({ id }) => id === lost)?.defaultKeys.includes(key),
  )
  const conflicts = useKeyConflicts()
  if (problems.length + keyClashes.length + conflicts.length === 0) return null
  const commandTitle = (id: string) => {
    const command = all.find(each => each.id === id)
    return command ? tm(command.source, command.title) : id
  }
  return (
    <Box
      component="section"
      className="fw-card"
      p="12px 16px"
      style={{ borderColor: 'color-mix(in srgb, var(--fw-bad) 60%, var(--fw-line))' }}
      aria-labelledby="plugin-problems"
    >
      <Group gap="xs" mb={6}>
        <IconAlertTriangle size={18} aria-hidden color="var(--fw-bad)" />
        <Title order={2} size={15} id="plugin-problems">
          {t('Problems')}
        </Title>
      </Group>
      <Box component="ul" m={0} pl={18} style={{ overflowWrap: 'anywhere' }}>
        {problems.map(({ plugin, code, message }) => (
          <li key={`${plugin} ${code} ${message}`}>
            {message}{' '}
            <Hint component="code" ff="monospace" fz={12}>
              {code}
            </Hint>
          </li>
        ))}
        {keyClashes.map(({ key, kept, lost }) => (
          <li key={`${key} ${lost}`}>
            {t('{{key}} is used by “{{kept}}”, so “{{lost}}” has no shortcut.', {
              key: bindingLabels(key, platform.mac, keyName).join(' '),
              kept: commandTitle(kept),
              lost: commandTitle(lost),
            })}
          </li>
        ))}
        {conflicts.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </Box>
    </Box>
  )
}

function useKeyConflicts(): string[] {
  const { commands, platform, settings } = useKernel()
  const { t, tm } = useText()
  const keyName = useKeyName()
  const all = useStore(commands.all)
  const { keys } = useStore(settings.store(keySettings))
  const clashes = useMemo(() => keyClashes(all, keys, platform.mac), [all, keys, platform])
  const label = (binding: string) => bindingLabels(binding, platform.mac, keyName).join(' ')
  const titleOf = ({ source, title }: KeyClashReport['first']) => tm(source, title)
  return clashes.flatMap(({ kind, first, firstKey, second, secondKey }) => {
    const values = { key: label(firstKey), first: titleOf(first), second: titleOf(second) }
    if (kind === 'full') return t('{{key}}: “{{first}}” overrides “{{second}}”.', values)
    if (kind === 'shadow') return []
    return t('{{key}}: “{{first}}” runs before {{longer}} for “{{second}}” can be completed.', {
      ...values,
      longer: label(secondKey),
    })
  })
}
