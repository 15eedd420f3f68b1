/** One plugin: its state, its size, a switch, its permissions and its contributions. */

import { Button, Group, Kbd, Title, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconRefresh } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { bindingLabels } from '../../../core/commands/keys/keys.js'
import type { PluginManifest } from '../../../core/kernel/manifest/plugin.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import { useKeyName } from '../../../core/react/key-caps.js'
import { type Contribution, contributed } from '../contributed.js'
import type { PluginRow } from '../plugin-rows.js'
import { asksForMore, STATUS_NAMES, STATUS_SYMBOLS, stateSentence } from '../state-sentence.js'
import { Origin } from './permissions/origin.js'
import { PermissionList } from './permissions/permission-list.js'
import { PluginSwitch, usePluginActions } from './plugin-switch.js'
import classes from './plugins-page.module.css'
import { usePluginTitle } from './use-plugin-title.js'

interface PluginCardProps {
  readonly row: PluginRow
  readonly sizes: PluginSizes | undefined
  readonly open: boolean
  readonly onToggle: () => void
  /** Opens the dialog about its permissions. */
  readonly onAsk: () => void
}

export function PluginCard({ row, sizes, open, onToggle, onAsk }: PluginCardProps) {
  const { host } = useKernel()
  const { t, tm } = useText()
  const titleOf = usePluginTitle()
  const details = useId()
  const { state, manifest } = row
  const asksAgain = manifest !== undefined && asksForMore(manifest, host.grants)
  const { sentence, values } = stateSentence(state, titleOf, asksAgain)
  return (
    <li className={`fw-card ${classes.card}`} id={`plugin-${state.id}`} data-status={state.status}>
      <div className={classes.head}>
        <div className={classes.name}>
          <Title order={3} size={15}>
            {titleOf(state.id)}
          </Title>
          <span className={classes.dim}>
            {/* A duplicate id has a suffix such as #2. */}
            {state.id.replace(/#.*$/, '')} {state.version}
          </span>
          <div className={classes.dim}>
            <Origin origin={state.origin} runs={manifest?.runs} />
          </div>
        </div>
        <div className={classes.state}>
          <span className={classes.status}>
            <span aria-hidden>{STATUS_SYMBOLS[state.status]}</span>{' '}
            {tm('workshop', STATUS_NAMES[state.status])}
          </span>
          <span className={classes.reason}>{tm('workshop', sentence, values)}</span>
        </div>
        <span className={classes.size}>
          <Size row={row} sizes={sizes} />
        </span>
        <Group justify="flex-end" pt={2} className={classes.switch}>
          <PluginSwitch row={row} onAsk={onAsk} />
        </Group>
      </div>
      <Group gap="xs" mt={6}>
        {manifest && (
          <UnstyledButton
            className={classes.more}
            aria-expanded={open}
            aria-controls={open ? details : undefined}
            aria-label={t('Details of “{{plugin}}”', { plugin: titleOf(state.id) })}
            onClick={onToggle}
          >
            <IconChevronDown size={16} aria-hidden className={classes.chevron} /> {t('Details')}
          </UnstyledButton>
        )}
        <RetryButton row={row} />
      </Group>
      {open && manifest && (
        <div id={details}>
          <PluginDetails manifest={manifest} onAsk={onAsk} />
        </div>
      )}
    </li>
  )
}

/** For plugins that failed at runtime; an invalid manifest stays invalid. */
function RetryButton({ row: { state, manifest } }: { row: PluginRow }) {
  const { host } = useKernel()
  const { t } = useText()
  const { retry } = usePluginActions()
  if (state.status !== 'failed' || !manifest || !host.isUsable(state.id)) return null
  return (
    <Button
      size="compact-sm"
      variant="light"
      leftSection={<IconRefresh size={14} aria-hidden />}
      onClick={() => void retry(state.id)}
    >
      {t('Try again')}
    </Button>
  )
}

function Size({ row: { state, manifest }, sizes }: Pick<PluginCardProps, 'row' | 'sizes'>) {
  const { t, locale } = useText()
  if (!sizes || !manifest) return null
  // External plugins aren’t part of the build; their server reports the size.
  const size = manifest.size === undefined ? sizes[state.id] : { own: manifest.size, shared: 0 }
  if (!size) return t('Size unknown')
  const kilobytes = (bytes: number) =>
    (bytes / 1000).toLocaleString(locale, { maximumFractionDigits: bytes < 10_000 ? 1 : 0 })
  if (size.own + size.shared === 0) return t('Loaded with every page')
  if (size.shared === 0) return t('{{size}} kB', { size: kilobytes(size.own) })
  return t('{{size}} kB, {{shared}} kB shared', {
    size: kilobytes(size.own),
    shared: kilobytes(size.shared),
  })
}

/** Bytes, gzipped. */
export interface PluginSize {
  /** Files used by this plugin only. */
  readonly own: number
  /** Files shared with other plugins. */
  readonly shared: number
}

export type PluginSizes = Readonly<Record<string, PluginSize>>

/** Download sizes as measured by the build. Undefined while loading; empty in development. */
export function usePluginSizes(): PluginSizes | undefined {
  const [sizes, setSizes] = useState<PluginSizes>()
  useEffect(() => {
    let current = true
    fetchSizes().then(
      loaded => current && setSizes(loaded),
      // Shown as unknown.
      () => current && setSizes({}),
    )
    return () => {
      current = false
    }
  }, [])
  return sizes
}

async function fetchSizes(): Promise<PluginSizes> {
  const answer = await fetch('/plugin-sizes.json')
  // The development server answers unknown paths with the page.
  const isJson = answer.headers.get('content-type')?.includes('json') === true
  return answer.ok && isJson ? ((await answer.json()) as PluginSizes) : {}
}

function PluginDetails({ manifest, onAsk }: { manifest: PluginManifest; onAsk: () => void }) {
  const { commands, host } = useKernel()
  const { t, tm } = useText()
  // Contributions to extension points change with the plugins’ states.
  useStore(host.states)
  const all = useStore(commands.all)
  const groups = contributed(manifest, {
    keysOf: id => all.find(command => command.id === id)?.keys ?? [],
    ownersIn: point =>
      host
        .extensionsOf(point)
        .getState()
        .flatMap(item => host.ownerOf(point, item) ?? []),
    points: host.manifests.flatMap(({ extensionPoints }) => extensionPoints ?? []),
    providers: host.report.providers,
  })
  return (
    <div className={classes.details}>
      {manifest.description && <p className={classes.description}>{tm(manifest.id, manifest.description)}</p>}
      <PermissionList manifest={manifest} onAsk={onAsk} />
      {groups.map(({ heading, items }) => (
        <section key={heading} aria-label={tm('workshop', heading)}>
          <Title order={4} size={13} mb={4}>
            {tm('workshop', heading)}
          </Title>
          <ul className={classes.items}>
            {items.map(item => (
              <Item key={item.name} item={item} source={manifest.id} />
            ))}
          </ul>
        </section>
      ))}
      {groups.length === 0 && <p className={classes.dim}>{t('No contributions.')}</p>}
    </div>
  )
}

function Item({ item, source }: { item: Contribution; source: string }) {
  const { platform } = useKernel()
  const { t, tm } = useText()
  const keyName = useKeyName()
  const titleOf = usePluginTitle()
  const { name, title, keys = [], plugins = [] } = item
  const nameOf = (id: string) => (id === 'core' ? t('core') : titleOf(id))
  return (
    <li>
      {title !== undefined && <span>{tm(source, title)} </span>}
      <code className={classes.code}>{name}</code>
      {keys.map(binding => (
        <Kbd key={binding} ml={6} size="xs">
          {bindingLabels(binding, platform.mac, keyName).join(' ')}
        </Kbd>
      ))}
      {plugins.length > 0 && <span className={classes.dim}> {plugins.map(nameOf).join(', ')}</span>}
    </li>
  )
}
