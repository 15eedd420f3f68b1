import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { SONG_SESSION } from '../../player/tokens.js'
import { VerdictLine } from './judging/verdict-line.js'
import classes from './practice-tools.module.css'

export default function Hints() {
  const { t } = useText()
  const waiting = useStore(useService(SONG_SESSION).view, view => view.waiting)
  return (
    <div className={classes.hints}>
      <div role="status" className={classes.waiting}>
        {waiting && t('Play the outlined notes.')}
      </div>
      <VerdictLine />
    </div>
  )
}
