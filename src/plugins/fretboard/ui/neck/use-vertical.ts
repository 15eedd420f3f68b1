import { useMediaQuery } from '@mantine/hooks'
import { useKernel, useStore } from '../../../../core/react/kernel-context.js'
import type { NeckOptions } from '../../settings.js'

export const NARROW = '(max-width: 48em)'

/** Condition that rules out a vertical neck: an open song's tablature needs the height. */
const WITH_SONG = 'player.song'

export function useVertical(orientation: NeckOptions['orientation']): boolean {
  const { commands } = useKernel()
  // Evaluate before the first render to avoid drawing the neck twice.
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  const withSong = useStore(commands.conditions, () => commands.holds(WITH_SONG))
  return orientation === 'auto' ? narrow === true && !withSong : orientation === 'vertical'
}
