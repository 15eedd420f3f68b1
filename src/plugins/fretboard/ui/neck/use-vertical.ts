/** Whether the neck is vertical: by setting or, if automatic, on narrow screens. */
import { useMediaQuery } from '@mantine/hooks'
import type { Orientation } from '../../neck/neck-looks.js'

/** Widest screen that is too narrow for a horizontal neck, as in the page's styles. */
export const NARROW = '(max-width: 48em)'

export function useVertical(orientation: Orientation): boolean {
  // Evaluated before the first render; otherwise the neck would be drawn twice.
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  return orientation === 'auto' ? narrow === true : orientation === 'vertical'
}
