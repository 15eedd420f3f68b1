import { Box, Button, Group, SimpleGrid, Switch, Text, Title, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconRefresh, IconShieldQuestion } from '@tabler/icons-react'
import { useCallback, useId, useState } from 'react'
import type { PluginManifest } from '../../../core/kernel/plugin.js'
import { permissionsAsked } from '../../../core/permissions/permissions.js'
import { PLUGIN_STORAGES } from '../../../core/permissions/plugin-storages.js'
import { useAnswer } from '../../../core/react/hooks/use-answer.js'
import { useKernel, useStore, useText } from '../../../core/react/kernel-context.js'
import { Hint } from '../../../core/react/looks.js'
import { type Asked, Question } from '../../../core/react/question.js'
import { permissionSettings } from '../../../core/settings/core-settings.js'
import type { PluginRow } from '../plugin-rows.js'
import { asksForMore, STATUS_NAMES, STATUS_SYMBOLS, stateSentence } from '../state-sentence.js'
import { CardLinks } from './card-links.js'
import { Origin, PermissionReason } from './permission-dialog.js'
import { PluginSwitch, usePermissionActions, usePluginActions } from './plugin-switch.js'
import classes from './plugins-page.module.css'
import { usePermissionText, usePluginTitle } from './use-plugin-title.js'

const ANYWHERE = { overflowWrap: 'anywhere' } as const
const WIDE = { gridColumn: '1 / -1' }
const STATUS_COLORS: Partial<Record<PluginRow['state']['status'], string>> = {
  active: 'var(--fw-good)',
  failed: 'var(--fw-bad)',
  blocked: 'var(--fw-bad)',
}

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
  // Duplicate IDs have a suffix such as #2.
  const nameAndVersion = `${state.id.replace(/#.*$/, '')} ${state.version}`
  const { sentence, values } = stateSentence(state, titleOf, asksAgain)
  return (
    <Box
      component="li"
      className="fw-card"
      px={16}
      py={12}
      id={`plugin-${state.id}`}
      data-status={state.status}
    >
      <div className={classes.head}>
        <div className={classes.name}>
          <Title order={3} size={15}>
            {titleOf(state.id)}
          </Title>
          <Hint component="div" fz={13} style={ANYWHERE}>
            {manifest?.description ? tm(state.id, manifest.description) : nameAndVersion}
          </Hint>
          <Hint component="div" fz={12} style={ANYWHERE}>
            <Origin origin={state.origin} runs={manifest?.runs} />
            {manifest?.runs === 'apart' &&
              permissionsAsked(manifest).length === 0 &&
              t('Uses only its own panel, commands and settings')}
          </Hint>
        </div>
        <div className={classes.state}>
          <Text span display="block" fz={15} fw={600} c={STATUS_COLORS[state.status]}>
            <span aria-hidden>{STATUS_SYMBOLS[state.status]}</span>{' '}
            {tm('plugin-manager', STATUS_NAMES[state.status])}
          </Text>
          {state.status !== 'active' && (
            <Hint span fz={13} style={ANYWHERE}>
              {tm('plugin-manager', sentence, values)}
            </Hint>
          )}
        </div>
        <Group justify="flex-end" pt={2} className={classes.switch}>
          <PluginSwitch row={row} onAsk={onAsk} />
        </Group>
      </div>
      <Group gap="4px 16px" mt={6}>
        {manifest && (
          <UnstyledButton
            className={classes.more}
            aria-expanded={open}
            aria-controls={open ? details : undefined}
            aria-label={t('Details for “{{plugin}}”', { plugin: titleOf(state.id) })}
            onClick={onToggle}
          >
            <IconChevronDown size={16} aria-hidden className={classes.chevron} /> {t('Details')}
          </UnstyledButton>
        )}
        {manifest && <CardLinks manifest={manifest} />}
        {manifest && <ReviewButton manifest={manifest} onAsk={onAsk} />}
        <RetryButton row={row} />
      </Group>
      {open && manifest && (
        <div id={details}>
          <Hint fz={12} mt={10} style={ANYWHERE}>
            {nameAndVersion}
            {state.status === 'active' && ` · ${tm('plugin-manager', sentence, values)}`}
          </Hint>
          <PluginDetails manifest={manifest} />
        </div>
      )}
    </Box>
  )
}

/** Hidden for invalid manifests, which retrying can't fix. */
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

interface ReviewButtonProps {
  readonly manifest: PluginManifest
  readonly onAsk: () => void
}

function ReviewButton({ manifest, onAsk }: ReviewButtonProps) {
  const { host, settings } = useKernel()
  const { t } = useText()
  const titleOf = usePluginTitle()
  useStore(settings.store(permissionSettings))
  if (host.grants.unanswered(manifest).length === 0) return null
  return (
    <Button
      size="compact-sm"
      leftSection={<IconShieldQuestion size={14} aria-hidden />}
      aria-label={t('Review permissions for “{{plugin}}”', { plugin: titleOf(manifest.id) })}
      onClick={onAsk}
    >
      {t('Review')}
    </Button>
  )
}

function PluginDetails({ manifest }: { manifest: PluginManifest }) {
  return (
    <SimpleGrid
      minColWidth="min(100%, 300px)"
      spacing={24}
      verticalSpacing={12}
      mt={10}
      pt={12}
      style={{ borderTop: '1px solid var(--fw-line)' }}
    >
      <PermissionList manifest={manifest} />
      <StoredData plugin={manifest.id} />
    </SimpleGrid>
  )
}

function StoredData({ plugin }: { plugin: string }) {
  const kernel = useKernel()
  const { t, locale } = useText()
  const title = usePluginTitle()(plugin)
  const storages = kernel.get(PLUGIN_STORAGES)
  const { value: bytes = 0, reload } = useAnswer(
    useCallback(() => storages.usage(plugin), [storages, plugin]),
  )
  const [asked, setAsked] = useState<Asked>()
  const remove = async () => {
    await storages.remove(plugin)
    reload()
  }
  const ask = () =>
    setAsked({
      title: t('Delete all data for “{{plugin}}”?', { plugin: title }),
      text: t('This deletes everything the plugin has stored on this device and in your account.'),
      yes: t('Delete'),
      severe: true,
      run: () => void remove(),
    })
  return (
    <>
      {bytes > 0 && (
        <section aria-label={t('Stored data')}>
          <Title order={4} size={13} mb={4}>
            {t('Stored data')}
          </Title>
          <Hint span fz={12}>
            {t('{{size}} kB', {
              size: (bytes / 1000).toLocaleString(locale, { maximumFractionDigits: 1 }),
            })}
          </Hint>{' '}
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('Delete all data for “{{plugin}}”', { plugin: title })}
            onClick={ask}
          >
            {t('Delete')}
          </Button>
        </section>
      )}
      <Question asked={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}

function PermissionList({ manifest }: { manifest: PluginManifest }) {
  const { host, settings } = useKernel()
  const { t } = useText()
  const heading = useId()
  useStore(settings.store(permissionSettings))
  const asked = permissionsAsked(manifest)
  const waits = host.grants.unanswered(manifest).length > 0
  return (
    <section style={WIDE} aria-labelledby={heading}>
      <Title order={4} size={13} mb={4} id={heading}>
        {t('Permissions')}
      </Title>
      {asked.length === 0 ? (
        <Hint fz={12} mt={4}>
          {manifest.permissions === undefined && manifest.runs !== 'apart'
            ? t('This plugin predates permissions and has full access.')
            : t('Needs no permissions.')}
        </Hint>
      ) : (
        <SimpleGrid
          component="ul"
          className="fw-list"
          minColWidth="min(100%, 300px)"
          spacing={24}
          verticalSpacing={8}
          style={ANYWHERE}
        >
          {asked.map(permission => (
            <PermissionItem key={permission} manifest={manifest} permission={permission} fixed={waits} />
          ))}
        </SimpleGrid>
      )}
      {manifest.locked && asked.length > 0 && (
        <Hint fz={12} mt={4}>
          {t('Required by Fretwork.')}
        </Hint>
      )}
    </section>
  )
}

interface PermissionItemProps {
  readonly manifest: PluginManifest
  readonly permission: string
  readonly fixed: boolean
}

function PermissionItem({ manifest, permission, fixed }: PermissionItemProps) {
  const { host } = useKernel()
  const { give, takeBack } = usePermissionActions()
  const { title } = usePermissionText()(permission, manifest)
  const about = <PermissionReason manifest={manifest} permission={permission} />
  if (fixed || manifest.locked) {
    return (
      <Text component="li" fz={13}>
        {title}
        {about}
      </Text>
    )
  }
  const granted = host.grants.granted(manifest).includes(permission)
  return (
    <li>
      <Switch
        size="xs"
        checked={granted}
        onChange={() => (granted ? takeBack(manifest, permission) : give(manifest.id, permission))}
        label={title}
        // Mantine's label includes the description, which screen readers would then read twice.
        aria-label={title}
        description={about}
      />
    </li>
  )
}
