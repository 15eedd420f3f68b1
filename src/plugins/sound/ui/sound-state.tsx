/** Says why nothing is heard, where there is a reason; the line is always there, so that it is read out. */
import { phrases } from '../../../core/platform/phrases.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import type { SoundStatus } from '../tokens.js'
import { TURNED_DOWN } from '../turned-down.js'
import classes from './sound-drawer.module.css'

const SENTENCES: Readonly<Partial<Record<SoundStatus, string>>> = phrases({
  off: 'Nothing is played here: choose below what is to be heard.',
  waiting: 'The browser lets this page sound only after a touch: click or press a key.',
  loading: 'The sound is loading …',
  offline: 'The sound is not on this device yet. It is loaded as soon as you are online again.',
  failed: 'The sound could not start. Play a note to try again.',
})

export interface SoundStateProps {
  readonly status: SoundStatus
  /** A channel that is played and not heard. */
  readonly turnedDown: number | undefined
}

export function SoundState({ status, turnedDown }: SoundStateProps) {
  const { tm } = useText()
  const sentence = SENTENCES[status] ?? (turnedDown === undefined ? undefined : TURNED_DOWN.sound_turned_down)
  return (
    <p role="status" className={classes.state} data-status={status}>
      {sentence === undefined ? '' : tm('sound', sentence, { channel: turnedDown ?? 0 })}
    </p>
  )
}
