import { useMediaQuery } from '@mantine/hooks'

export function useTouchInput(): boolean {
  return useMediaQuery('(hover: none) and (pointer: coarse)', false, { getInitialValueInEffect: false })
}
