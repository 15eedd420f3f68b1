import { Badge, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { PluginManifest } from '../../../core/kernel/plugin.js'
import { permissionsAsked, reasonFor } from '../../../core/permissions/permissions.js'
import { useLast } from '../../../core/react/hooks/use-last.js'
import { useKernel, useText } from '../../../core/react/kernel-context.js'
import { Hint, SecondaryButton } from '../../../core/react/looks.js'
import { usePermissionText, usePluginTitle } from './use-plugin-title.js'

interface PermissionDialogProps {
  readonly manifest: PluginManifest | undefined
  readonly onAllow: (manifest: PluginManifest, allowed: readonly string[]) => void
  readonly onClose: () => void
}

/** Stays mounted while closed, so that it can restore focus. */
export function PermissionDialog({ manifest, onAllow, onClose }: PermissionDialogProps) {
  const { t } = useText()
  const titleOf = usePluginTitle()
  const last = useLast(manifest) // shown during the closing animation
  return (
    <Modal
      opened={manifest !== undefined}
      onClose={onClose}
      title={last && t('Enable “{{plugin}}”?', { plugin: titleOf(last.id) })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {last && (
        <PermissionForm
          key={`${last.id} ${last.version} ${manifest !== undefined}`}
          manifest={last}
          onAllow={allowed => {
            onClose()
            onAllow(last, allowed)
          }}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}

interface PermissionFormProps {
  readonly manifest: PluginManifest
  readonly onAllow: (allowed: readonly string[]) => void
  readonly onClose: () => void
}

function PermissionForm({ manifest, onAllow, onClose }: PermissionFormProps) {
  const { host } = useKernel()
  const { t } = useText()
  const words = usePermissionText()
  // Read only once, so that an answer in another tab doesn't change the checkboxes.
  const [{ asked, fresh, again }] = useState(() => questionAbout(manifest, host.grants.unanswered(manifest)))
  const [allowed, setAllowed] = useState<readonly string[]>(() => [
    ...fresh,
    ...host.grants.granted(manifest),
  ])
  const { version, origin } = manifest
  return (
    <>
      <Hint component="div" fz={13} style={{ overflowWrap: 'anywhere' }}>
        <div>{t('Version {{version}}', { version })}</div>
        <Origin origin={origin} runs={manifest.runs} />
      </Hint>
      <Text mt="sm">
        {again ? t('It requests additional permissions:') : t('It requests these permissions:')}
      </Text>
      <Stack component="ul" gap="sm" my="sm" className="fw-list">
        {asked.map(permission => (
          <li key={permission}>
            <Checkbox
              checked={allowed.includes(permission)}
              onChange={event =>
                setAllowed(
                  event.currentTarget.checked
                    ? [...allowed, permission]
                    : allowed.filter(each => each !== permission),
                )
              }
              label={
                <>
                  {words(permission, manifest).title}
                  {again && fresh.includes(permission) && (
                    <Badge component="span" variant="light" size="sm" ml={8}>
                      {t('New')}
                    </Badge>
                  )}
                </>
              }
              description={<PermissionReason manifest={manifest} permission={permission} />}
            />
          </li>
        ))}
      </Stack>
      <Hint>{t('You can change this later on the Plugins page.')}</Hint>
      <Group justify="flex-end" mt="md">
        <SecondaryButton onClick={onClose} data-autofocus>
          {t('Cancel')}
        </SecondaryButton>
        <Button onClick={() => onAllow(allowed)}>
          {allowed.length > 0 ? t('Allow and enable') : t('Enable without permissions')}
        </Button>
      </Group>
    </>
  )
}

function questionAbout(manifest: PluginManifest, fresh: readonly string[]) {
  const known = permissionsAsked(manifest).filter(each => !fresh.includes(each))
  return { asked: [...fresh, ...known], fresh, again: known.length > 0 }
}

export function Origin({ origin, runs }: Pick<PluginManifest, 'origin' | 'runs'>) {
  const { t } = useText()
  if (origin === undefined) return null
  return (
    <>
      <div>{t('From {{origin}}', { origin })}</div>
      {runs !== undefined && (
        <div>{runs === 'apart' ? t('Runs in a sandbox') : t('Full access (trusted by the operator)')}</div>
      )}
    </>
  )
}

interface PermissionReasonProps {
  readonly manifest: PluginManifest
  readonly permission: string
}

export function PermissionReason({ manifest, permission }: PermissionReasonProps) {
  const { tm } = useText()
  const { explanation } = usePermissionText()(permission, manifest)
  const reason = reasonFor(manifest, permission)
  return (
    <>
      {reason !== undefined && (
        <Text span inherit display="block" c="var(--fw-ink)">
          {tm(manifest.id, reason)}
        </Text>
      )}
      <Hint span display="block" fz={12}>
        {explanation}
      </Hint>
    </>
  )
}
