/** Over the transport, while the song waits for the user: what to do. */
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { SONG_SESSION } from '../../player/tokens.js'
import classes from './practice-tools.module.css'

export default function Waiting() {
  const { t } = useText()
  const waiting = useStore(useService(SONG_SESSION).view, view => view.waiting)
  return (
    <div role="status" className={classes.waiting}>
      {waiting && t('Play the outlined notes.')}
    </div>
  )
}
