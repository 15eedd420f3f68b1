/** Whether the neck is vertical: by setting or, if automatic, on narrow screens without a song. */
import { useMediaQuery } from '@mantine/hooks'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import type { Orientation } from '../../neck/neck-looks.js'

/** Widest screen that is too narrow for a horizontal neck, as in the page's styles. */
export const NARROW = '(max-width: 48em)'

/** Condition of an open song: its tablature needs the height that a vertical neck would take. */
const WITH_SONG = 'player.song'

export function useVertical(orientation: Orientation): boolean {
  const { commands } = useKernel()
  // Evaluated before the first render; otherwise the neck would be drawn twice.
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  const withSong = useStore(commands.conditions, () => commands.holds(WITH_SONG))
  return orientation === 'auto' ? narrow === true && !withSong : orientation === 'vertical'
}
