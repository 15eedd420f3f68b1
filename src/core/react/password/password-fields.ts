/** The password fields of a screen, shown or hidden by the button in each, or all of them by a command. */
import { useEffect, useState } from 'react'
import { useKernel } from '../kernel-context.js'

interface PasswordField {
  readonly shown: boolean
  show(shown: boolean): void
}

/** By the command registry, so that no second application finds another's. */
const fields = new WeakMap<object, Set<PasswordField>>()

/** For Mantine's `PasswordInput`. */
export function usePasswordField() {
  const { commands } = useKernel()
  const [shown, show] = useState(false)

  useEffect(() => {
    const field = { shown, show }
    const all = fields.get(commands) ?? new Set()
    fields.set(commands, all.add(field))
    commands.setContext('passwordField', true)
    return () => {
      all.delete(field)
      commands.setContext('passwordField', all.size > 0)
    }
  }, [commands, shown])

  return { visible: shown, onVisibilityChange: show }
}

/** Shows all of them, or hides them where none is hidden. */
export function togglePasswords(commands: object): void {
  const all = [...(fields.get(commands) ?? [])]
  const show = all.some(({ shown }) => !shown)
  for (const field of all) field.show(show)
}

/** How long a password may be. */
export const PASSWORD_LENGTH = { least: 8, most: 256 } as const

/** Characters as people count them: one emoji is one, though it is two of JavaScript's. */
export function isPasswordLength(password: string): boolean {
  const { length } = [...password]
  return PASSWORD_LENGTH.least <= length && length <= PASSWORD_LENGTH.most
}
