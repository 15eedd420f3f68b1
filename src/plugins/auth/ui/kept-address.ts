/** The address typed at one of these screens goes with one to the next, and never into the page's address. */
import { type FormEvent, useMemo } from 'react'
import { useKernel } from '../../../core/react/kernel-context.js'

/** By the kernel, so that no second application finds another's. Gone with the page, and with the log-in. */
const typed = new WeakMap<object, string>()

export function useKeptAddress() {
  const kernel = useKernel()
  return useMemo(
    () => ({
      /** As it stood when the screen was opened. */
      address: typed.get(kernel) ?? '',
      keep: ({ currentTarget }: FormEvent<HTMLInputElement>) =>
        void typed.set(kernel, currentTarget.value.trim()),
      forget: () => void typed.delete(kernel),
    }),
    [kernel],
  )
}
