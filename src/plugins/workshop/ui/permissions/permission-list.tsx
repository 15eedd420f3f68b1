import { Button, Switch, Title } from '@mantine/core'
import { IconShieldQuestion } from '@tabler/icons-react'
import { useId } from 'react'
import type { PluginManifest } from '../../../../core/kernel/manifest/plugin.js'
import { permissionsAsked, reasonFor } from '../../../../core/kernel/permissions/permissions.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { permissionSettings } from '../../../../core/settings/core-settings.js'
import { usePluginTitle } from '../use-plugin-title.js'
import classes from './permissions.module.css'
import { usePermissionActions } from './use-permission-actions.js'
import { usePermissionText } from './use-permission-text.js'

interface PermissionListProps {
  readonly manifest: PluginManifest
  readonly onAsk: () => void
}

export function PermissionList({ manifest, onAsk }: PermissionListProps) {
  const { host, settings } = useKernel()
  const { t } = useText()
  const titleOf = usePluginTitle()
  const heading = useId()
  useStore(settings.store(permissionSettings))
  const asked = permissionsAsked(manifest)
  const waits = host.grants.unanswered(manifest).length > 0
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <Title order={4} size={13} mb={4} id={heading}>
        {t('Permissions')}
      </Title>
      {asked.length === 0 ? (
        <p className={classes.note}>
          {manifest.permissions === undefined && manifest.runs !== 'apart'
            ? t('Written before plugins named their permissions: it may do everything.')
            : t('It asks for none.')}
        </p>
      ) : (
        <ul className={classes.grid}>
          {asked.map(permission => (
            <PermissionItem key={permission} manifest={manifest} permission={permission} fixed={waits} />
          ))}
        </ul>
      )}
      {manifest.locked && asked.length > 0 && (
        <p className={classes.note}>{t('Fretwork doesn’t work without them.')}</p>
      )}
      {waits && (
        <Button
          size="compact-sm"
          mt={8}
          leftSection={<IconShieldQuestion size={14} aria-hidden />}
          aria-label={t('Review the permissions of “{{plugin}}”', { plugin: titleOf(manifest.id) })}
          onClick={onAsk}
        >
          {t('Review')}
        </Button>
      )}
    </section>
  )
}

interface PermissionItemProps {
  readonly manifest: PluginManifest
  readonly permission: string
  /** The dialog asks about all permissions first. */
  readonly fixed: boolean
}

function PermissionItem({ manifest, permission, fixed }: PermissionItemProps) {
  const { host } = useKernel()
  const { tm } = useText()
  const words = usePermissionText()
  const { give, takeBack } = usePermissionActions()
  const { title, explanation } = words(permission)
  const reason = reasonFor(manifest, permission)
  const about = (
    <>
      {reason !== undefined && <span className={classes.reason}>{tm(manifest.id, reason)}</span>}
      <span className={classes.explanation}>{explanation}</span>
    </>
  )
  if (fixed || manifest.locked) {
    return (
      <li className={classes.plain}>
        {title}
        {about}
      </li>
    )
  }
  const granted = host.grants.granted(manifest).includes(permission)
  return (
    <li>
      <Switch
        size="xs"
        checked={granted}
        onChange={() => (granted ? takeBack : give)(manifest.id, permission)}
        label={title}
        // Mantine's label includes the description, which is read again after it.
        aria-label={title}
        description={about}
      />
    </li>
  )
}
