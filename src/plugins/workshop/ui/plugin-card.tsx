/** One plugin: what it is called, what it is doing and why, its switch, and on demand everything it brings. */
import { Button, Group, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconRefresh } from '@tabler/icons-react'
import { useId } from 'react'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import type { PluginRow } from '../plugin-rows.js'
import { STATUS_NAMES, STATUS_SIGNS, stateSentence } from '../state-sentence.js'
import { PluginDetails } from './plugin-details.js'
import { PluginSwitch } from './plugin-switch.js'
import classes from './plugins-page.module.css'
import type { PluginSizes } from './use-plugin-sizes.js'
import { usePluginTitle } from './use-plugin-words.js'
import { useSwitching } from './use-switching.js'

interface PluginCardProps {
  readonly row: PluginRow
  readonly sizes: PluginSizes | undefined
  readonly open: boolean
  readonly onToggle: () => void
}

export function PluginCard({ row, sizes, open, onToggle }: PluginCardProps) {
  const { t, tm } = useText()
  const titleOf = usePluginTitle()
  const details = useId()
  const { state, manifest } = row
  const { sentence, values } = stateSentence(state, titleOf)
  return (
    <li className={`fw-card ${classes.card}`} id={`plugin-${state.id}`} data-status={state.status}>
      <div className={classes.head}>
        <div className={classes.name}>
          <h3 className={classes.title}>{titleOf(state.id)}</h3>
          <span className={classes.dim}>
            {/* A second one of an id has a sign behind it, for the program. */}
            {state.id.replace(/#.*$/, '')} {state.version}
          </span>
          {state.origin !== undefined && (
            <span className={classes.origin}>{t('From {{origin}}', { origin: state.origin })}</span>
          )}
        </div>
        <div className={classes.state}>
          <span className={classes.status}>
            <span aria-hidden>{STATUS_SIGNS[state.status]}</span> {tm('workshop', STATUS_NAMES[state.status])}
          </span>
          <span className={classes.reason}>{tm('workshop', sentence, values)}</span>
        </div>
        <span className={classes.size}>
          <Size row={row} sizes={sizes} />
        </span>
        <div className={classes.switch}>
          <PluginSwitch row={row} />
        </div>
      </div>
      <Group gap="xs" className={classes.actions}>
        {manifest && (
          <UnstyledButton
            className={classes.more}
            aria-expanded={open}
            aria-controls={open ? details : undefined}
            aria-label={t('What “{{plugin}}” brings', { plugin: titleOf(state.id) })}
            onClick={onToggle}
          >
            <IconChevronDown size={16} aria-hidden className={classes.chevron} /> {t('What it brings')}
          </UnstyledButton>
        )}
        <TryAgain row={row} />
      </Group>
      {open && manifest && (
        <div id={details}>
          <PluginDetails manifest={manifest} />
        </div>
      )}
    </li>
  )
}

/** For what failed when it ran; a manifest that is wrong stays wrong. */
function TryAgain({ row: { state, manifest } }: { row: PluginRow }) {
  const { host } = useKernel()
  const { t } = useText()
  const { startAgain } = useSwitching()
  if (state.status !== 'failed' || !manifest || !host.isUsable(state.id)) return null
  return (
    <Button
      size="compact-sm"
      variant="light"
      leftSection={<IconRefresh size={14} aria-hidden />}
      onClick={() => void startAgain(state.id)}
    >
      {t('Try again')}
    </Button>
  )
}

function Size({ row: { state, manifest }, sizes }: Pick<PluginCardProps, 'row' | 'sizes'>) {
  const { t, locale } = useText()
  if (!sizes || !manifest) return null
  // Of a plugin from elsewhere the build knows nothing; its server has weighed it.
  const size = manifest.size === undefined ? sizes[state.id] : { own: manifest.size, shared: 0 }
  if (!size) return t('Size unknown')
  const kilobytes = (bytes: number) =>
    (bytes / 1000).toLocaleString(locale, { maximumFractionDigits: bytes < 10_000 ? 1 : 0 })
  if (size.own + size.shared === 0) return t('Part of every page')
  if (size.shared === 0) return t('{{size}} kB', { size: kilobytes(size.own) })
  return t('{{size}} kB, shares {{shared}} kB', {
    size: kilobytes(size.own),
    shared: kilobytes(size.shared),
  })
}
