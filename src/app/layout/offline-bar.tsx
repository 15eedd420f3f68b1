/** Says that the browser is offline, and what goes on working. */
import { Text } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useText } from '../../core/react/use-text.js'
import classes from './layout.module.css'

export function OfflineBar() {
  const { t } = useText()
  const { online } = useNetwork()
  return (
    <div role="status">
      {!online && (
        <Text size="sm" className={classes.offline}>
          {t('You are offline. The neck, MIDI and songs go on; everything else waits for the connection.')}
        </Text>
      )}
    </div>
  )
}
