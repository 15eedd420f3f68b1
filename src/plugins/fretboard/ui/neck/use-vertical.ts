/** Whether the neck stands: as it is wished or, without a wish, where the screen is narrow. */
import { useMediaQuery } from '@mantine/hooks'
import type { Orientation } from '../../neck/neck-looks.js'

/** The width from which on the page has room for a lying neck, as in the styles of the page. */
export const NARROW = '(max-width: 48em)'

export function useVertical(orientation: Orientation): boolean {
  // Asked before the first drawing: a neck that turned round would be drawn twice.
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  return orientation === 'auto' ? narrow === true : orientation === 'vertical'
}
