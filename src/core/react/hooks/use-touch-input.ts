import { useMediaQuery } from '@mantine/hooks'

/** Whether the main pointer is a finger. */
export function useTouchInput(): boolean {
  return useMediaQuery('(hover: none) and (pointer: coarse)', false, { getInitialValueInEffect: false })
}
