/** How long a password may be. */

export const PASSWORD_LENGTH = { least: 8, most: 256 } as const

/** Characters as people count them: one emoji is one, though it is two of JavaScript's. */
export function isPasswordLength(password: string): boolean {
  const { length } = [...password]
  return PASSWORD_LENGTH.least <= length && length <= PASSWORD_LENGTH.most
}
