/** While a session is taken up again at start-up: token refreshed, user fetched (specification, section 4). */
import { LoadingOverlay } from '@mantine/core'
import { useStore } from '../../core/react/hooks/use-store.js'
import { useText } from '../../core/react/hooks/use-text.js'
import { useKernel } from '../../core/react/kernel-context.js'

export default function SessionIndicator() {
  const { auth } = useKernel()
  const { t } = useText()
  const busy = useStore(auth.state, state => state.busy)
  if (!busy) return null
  return (
    <LoadingOverlay
      visible
      role="status"
      aria-label={t('Loading')}
      zIndex={150}
      loaderProps={{ size: 80 }}
      overlayProps={{ backgroundOpacity: 0.35 }}
    />
  )
}
