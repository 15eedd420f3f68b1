/** Opens what the page's address brings, and offers to keep it or to go back. */
import { Alert, Button, Group } from '@mantine/core'
import { useEffect } from 'react'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import { SHARED_VIEW } from '../internal-tokens.js'
import { isLink } from '../sharing/view-link.js'
import { isWrittenAddress, useAddress } from './use-address.js'

export function OpenedLink() {
  const { t } = useText()
  const { commands } = useKernel()
  const keep = useCommand('fretboard.keep-link')
  const leave = useCommand('fretboard.leave-link')
  const guest = useStore(useService(SHARED_VIEW))
  useEffect(() => {
    const link = window.location.search
    // A URL that this page wrote itself isn't a link: the user's settings may have changed since.
    if (isWrittenAddress() || !isLink(new URLSearchParams(link))) return
    void commands.execute('fretboard.open-link', { link })
  }, [commands])
  useAddress()
  if (!guest) return null
  return (
    <Alert role="status" variant="outline">
      <Group justify="space-between" gap="sm">
        {t('You’re viewing a shared link. Your settings haven’t changed.')}
        <Group gap="xs">
          <Button size="compact-sm" onClick={() => keep.run()}>
            {keep.title}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => leave.run()}>
            {leave.title}
          </Button>
        </Group>
      </Group>
    </Alert>
  )
}
