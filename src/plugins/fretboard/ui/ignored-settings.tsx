/** Says which settings could not be shown as they are; the neck shows the rest. */
import { Alert } from '@mantine/core'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { NECK_VIEW } from '../tokens.js'

export function IgnoredSettings() {
  const { tm } = useText()
  const ignored = useStore(useService(NECK_VIEW), view => view.ignored)
  if (ignored.length === 0) return null
  return (
    <Alert color="yellow" variant="outline" role="status">
      {ignored.map(({ sentence, values }) => (
        <div key={sentence}>{tm('fretboard', sentence, values)}</div>
      ))}
    </Alert>
  )
}
