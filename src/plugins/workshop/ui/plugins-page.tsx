/** All plugins with their state and contributions, and the dependency graph. */

import { Button, Group, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { IconActivity } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router-dom'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import layout from '../../../core/react/list-page.module.css'
import { Select } from '../../../core/react/select.js'
import { pluginRows, type RowKind, rowFits } from '../plugin-rows.js'
import { PluginGraph } from './graph/plugin-graph.js'
import { PluginCard, usePluginSizes } from './plugin-card.js'
import classes from './plugins-page.module.css'
import { ProblemList } from './problem-list.js'
import { usePluginTitle } from './use-plugin-title.js'

export default function PluginsPage() {
  const { host } = useKernel()
  const { t, tm } = useText()
  const manifests = useStore(host.states, () => host.manifests)
  const states = useStore(host.states)
  const titleOf = usePluginTitle()
  const sizes = usePluginSizes()
  const [search, setSearch] = useState('')
  const [kind, setKind] = useState<RowKind>('all')
  const [open, setOpen] = useState<string>()
  // Keeps typing responsive.
  const query = useDeferredValue(search)
  const rows = pluginRows(manifests, states)
  const shown = rows.filter(({ state, manifest }) => {
    const description = manifest?.description ? tm(state.id, manifest.description) : ''
    return rowFits({ state, manifest }, `${titleOf(state.id)} ${description}`, kind, query)
  })
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
    // After the list has rendered it.
    requestAnimationFrame(() => document.getElementById(`plugin-${id}`)?.scrollIntoView({ block: 'center' }))
  }

  return (
    <div className={`${layout.page} ${classes.page}`}>
      <Group justify="space-between" align="flex-start">
        <div>
          <h1 className={layout.title}>{t('Plugins')}</h1>
          <Text c="dimmed">{t('All features of Fretwork are plugins.')}</Text>
        </div>
        <Button
          component={Link}
          to="/plugins/inspector"
          variant="default"
          leftSection={<IconActivity size={16} aria-hidden />}
        >
          {t('Inspector')}
        </Button>
      </Group>
      <ProblemList />
      <Stack component="section" gap="sm" aria-label={t('All plugins')}>
        <Group gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            maw={420}
            value={search}
            onChange={event => setSearch(event.currentTarget.value)}
            aria-label={t('Search plugins')}
            placeholder={t('Search by name, command or service')}
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
        <VisuallyHidden component="h2">{t('All plugins')}</VisuallyHidden>
        <Stack component="ul" gap="xs" m={0} p={0} className={classes.cards}>
          {shown.map(row => (
            <PluginCard
              key={row.state.id}
              row={row}
              sizes={sizes}
              open={open === row.state.id}
              onToggle={() => setOpen(open === row.state.id ? undefined : row.state.id)}
            />
          ))}
        </Stack>
      </Stack>
      <PluginGraph manifests={manifests} states={states} onChoose={choose} />
    </div>
  )
}
