import { Alert, Group } from '@mantine/core'
import { useEffect } from 'react'
import { CommandButton } from '../../../core/react/command-button.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import { SHARED_VIEW } from '../internal-tokens.js'
import { isLink } from '../sharing/view-link.js'
import { NECK_VIEW, type NeckView } from '../tokens.js'
import { isWrittenAddress, useAddress } from './use-address.js'

export function OpenedLink() {
  const { t } = useText()
  const { commands } = useKernel()
  const shared = useStore(useService(SHARED_VIEW))
  useEffect(() => {
    const link = window.location.search
    // The user's settings may have changed since this page wrote the URL itself.
    if (isWrittenAddress() || !isLink(new URLSearchParams(link))) return
    void commands.execute('fretboard.open-link', { link })
  }, [commands])
  useAddress()
  if (!shared) return null
  return (
    <Alert role="status" variant="outline">
      <Group justify="space-between" gap="sm">
        {t('You’re viewing a shared link. Your settings haven’t changed.')}
        <Group gap="xs">
          <CommandButton command="fretboard.keep-link" size="compact-sm" />
          <CommandButton command="fretboard.leave-link" size="compact-sm" variant="default" />
        </Group>
      </Group>
    </Alert>
  )
}

const NOTHING: NeckView['ignored'] = []

function ignoredOf({ ignored }: NeckView): NeckView['ignored'] {
  return ignored.length === 0 ? NOTHING : ignored
}

export function IgnoredSettings() {
  const { tm } = useText()
  const ignored = useStore(useService(NECK_VIEW), ignoredOf)
  if (ignored.length === 0) return null
  return (
    <Alert color="yellow" variant="outline" role="status">
      {ignored.map(({ sentence, values }) => (
        <div key={sentence}>{tm('fretboard', sentence, values)}</div>
      ))}
    </Alert>
  )
}
