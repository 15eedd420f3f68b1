import { useMediaQuery } from '@mantine/hooks'

export function useFingers(): boolean {
  return useMediaQuery('(hover: none) and (pointer: coarse)', false, { getInitialValueInEffect: false })
}
