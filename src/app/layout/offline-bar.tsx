/** Shows that the browser is offline, and what still works. */
import { Text } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useText } from '../../core/react/hooks/use-text.js'
import classes from './layout.module.css'

/** @param over covers the page instead of pushing it down, so that a centred card does not move */
export function OfflineBar({ over }: { readonly over: boolean }) {
  const { t } = useText()
  const { online } = useNetwork()
  return (
    <div role="status" data-over={over || undefined} className={classes.offlinePlace}>
      {!online && (
        <Text size="sm" className={classes.offline}>
          {over
            ? t('You’re offline. Connect to the internet to log in.')
            : t(
                'You’re offline. The neck, MIDI and songs still work. The rest resumes when you’re back online.',
              )}
        </Text>
      )}
    </div>
  )
}
