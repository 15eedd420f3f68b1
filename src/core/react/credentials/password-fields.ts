import { useEffect, useState } from 'react'
import { useKernel } from '../kernel-context.js'

const fields = new WeakMap<object, Set<{ readonly shown: boolean; show(shown: boolean): void }>>()

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

export function togglePasswords(commands: object): void {
  const all = [...(fields.get(commands) ?? [])]
  const show = all.some(({ shown }) => !shown)
  for (const field of all) field.show(show)
}

export const PASSWORD_LENGTH = { least: 8, most: 256 } as const

export function isPasswordLength(password: string): boolean {
  const { length } = [...password]
  return PASSWORD_LENGTH.least <= length && length <= PASSWORD_LENGTH.most
}
