/** Says why nothing is heard, where there is a reason; the line is always there, so that it is read out. */
import { phrases } from '../../../core/platform/phrases.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import type { SoundStatus } from '../tokens.js'
import { TURNED_DOWN } from '../turned-down.js'
import classes from './sound-drawer.module.css'

const SENTENCES: Readonly<Partial<Record<SoundStatus, string>>> = phrases({
  off: 'Sound is off. Choose what you want to hear.',
  waiting: 'The browser only allows sound after a click or key press.',
  loading: 'Loading sound …',
  offline: 'The sound hasn’t been downloaded yet. It loads when you’re back online.',
  failed: 'The sound couldn’t start. Play a note to try again.',
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
