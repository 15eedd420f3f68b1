import { Badge, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { PluginManifest } from '../../../../core/kernel/manifest/plugin.js'
import { permissionsAsked, reasonFor } from '../../../../core/kernel/permissions/permissions.js'
import { useLast } from '../../../../core/react/hooks/use-last.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { usePermissionText, usePluginTitle } from '../use-plugin-title.js'
import classes from './permissions.module.css'

interface PermissionDialogProps {
  readonly manifest: PluginManifest | undefined
  readonly onAllow: (manifest: PluginManifest, allowed: readonly string[]) => void
  readonly onClose: () => void
}

/** Mounted while closed, so that it can give back the focus. */
export function PermissionDialog({ manifest, onAllow, onClose }: PermissionDialogProps) {
  const { t } = useText()
  const titleOf = usePluginTitle()
  const last = useLast(manifest) // shown while the dialog fades
  return (
    <Modal.Root opened={manifest !== undefined} onClose={onClose} styles={{ title: { lineHeight: 1.3 } }}>
      <Modal.Overlay />
      <Modal.Content>
        {/* A header of a dialog would be a second banner of the page. */}
        <Modal.Header role="none">
          <Modal.Title>{last && t('Switch on “{{plugin}}”?', { plugin: titleOf(last.id) })}</Modal.Title>
          <Modal.CloseButton aria-label={t('Close')} />
        </Modal.Header>
        <Modal.Body>
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
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

interface PermissionFormProps {
  readonly manifest: PluginManifest
  readonly onAllow: (allowed: readonly string[]) => void
  readonly onClose: () => void
}

function PermissionForm({ manifest, onAllow, onClose }: PermissionFormProps) {
  const { host } = useKernel()
  const { t, tm } = useText()
  const words = usePermissionText()
  // An answer in another tab must not change the ticks.
  const [{ asked, fresh, again }] = useState(() => questionAbout(manifest, host.grants.unanswered(manifest)))
  const [allowed, setAllowed] = useState<readonly string[]>(() => [
    ...fresh,
    ...host.grants.granted(manifest),
  ])
  const { version, origin } = manifest
  return (
    <>
      <div className={classes.from}>
        <div>{t('Version {{version}}', { version })}</div>
        <Origin origin={origin} runs={manifest.runs} />
      </div>
      <Text mt="sm">{again ? t('It asks for more than before:') : t('It requests these permissions:')}</Text>
      <Stack component="ul" gap="sm" my="sm" className={classes.list}>
        {asked.map(permission => {
          const { title, explanation } = words(permission)
          const reason = reasonFor(manifest, permission)
          return (
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
                    {title}
                    {again && fresh.includes(permission) && (
                      <Badge component="span" variant="light" size="sm" ml={8}>
                        {t('New')}
                      </Badge>
                    )}
                  </>
                }
                description={
                  <>
                    {reason !== undefined && (
                      <span className={classes.reason}>{tm(manifest.id, reason)}</span>
                    )}
                    <span className={classes.explanation}>{explanation}</span>
                  </>
                }
              />
            </li>
          )
        })}
      </Stack>
      <Text size="sm" c="dimmed">
        {t('You can change this later on the Plugins page.')}
      </Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('Cancel')}
        </Button>
        <Button onClick={() => onAllow(allowed)}>
          {allowed.length > 0 ? t('Allow and switch on') : t('Switch on without permissions')}
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
        <div>
          {runs === 'apart' ? t('Runs apart from the page') : t('Runs in the page, trusted by the operator')}
        </div>
      )}
    </>
  )
}
