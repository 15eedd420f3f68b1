import { useMediaQuery } from '@mantine/hooks'

/** Returns true if the primary pointer is a finger. */
export function useTouchInput(): boolean {
  return useMediaQuery('(hover: none) and (pointer: coarse)', false, { getInitialValueInEffect: false })
}
