import { useMediaQuery } from '@mantine/hooks'
import { useKernel, useStore } from '../../../../core/react/kernel-context.js'
import type { NeckOptions } from '../../settings.js'

export const NARROW = '(max-width: 48em)'

/** While a song is open, its tablature needs the height that a vertical neck would take. */
const WITH_SONG = 'player.song'

export function useVertical(orientation: NeckOptions['orientation']): boolean {
  const { commands } = useKernel()
  // Evaluated before the first render, so that the neck isn't drawn twice.
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  const withSong = useStore(commands.conditions, () => commands.holds(WITH_SONG))
  return orientation === 'auto' ? narrow === true && !withSong : orientation === 'vertical'
}
