import { Button, Group, Title, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconRefresh } from '@tabler/icons-react'
import { useId } from 'react'
import type { PluginManifest } from '../../../core/kernel/manifest/plugin.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import type { PluginRow } from '../plugin-rows.js'
import { asksForMore, STATUS_NAMES, STATUS_SYMBOLS, stateSentence } from '../state-sentence.js'
import { Origin } from './permissions/origin.js'
import { PermissionList } from './permissions/permission-list.js'
import { PluginSwitch, usePluginActions } from './plugin-switch.js'
import classes from './plugins-page.module.css'
import { StoredData } from './stored-data.js'
import { usePluginTitle } from './use-plugin-title.js'

interface PluginCardProps {
  readonly row: PluginRow
  readonly open: boolean
  readonly onToggle: () => void
  readonly onAsk: () => void
}

export function PluginCard({ row, open, onToggle, onAsk }: PluginCardProps) {
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

/** An invalid manifest stays invalid. */
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

function PluginDetails({ manifest, onAsk }: { manifest: PluginManifest; onAsk: () => void }) {
  const { tm } = useText()
  return (
    <div className={classes.details}>
      {manifest.description && <p className={classes.description}>{tm(manifest.id, manifest.description)}</p>}
      <PermissionList manifest={manifest} onAsk={onAsk} />
      <StoredData plugin={manifest.id} />
    </div>
  )
}
