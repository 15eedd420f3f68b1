/** The plan of whoever is logged in, for when-conditions: `plan == 'Pro'`, `plan.Basic`, `plan.recording`. */
import type { Claims } from '../auth/claims.js'
import { levelOf, openedTo } from '../auth/plans.js'
import type { CommandRegistry } from '../commands/command-registry.js'

export function planConditions(commands: CommandRegistry): (claims: Claims | undefined) => void {
  let before: readonly string[] = []
  return claims => {
    const now = openedTo(claims)
    for (const name of before) if (!now.includes(name)) commands.setContext(`plan.${name}`, undefined)
    for (const name of now) commands.setContext(`plan.${name}`, true)
    commands.setContext('plan', levelOf(claims))
    before = now
  }
}
