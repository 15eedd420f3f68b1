import type { Claims } from '../../auth/claims.js'
import { levelOf, openedTo } from '../../auth/plans.js'
import type { CommandRegistry } from '../command-registry.js'

/** `plan == 'Pro'`, `plan.Basic`, `plan.shapes` */
export function followPlan(commands: CommandRegistry, claims: Claims | undefined): void {
  commands.setContext('plan', levelOf(claims))
  setOpened(commands, openedTo(claims))
}

export function setOpened(commands: CommandRegistry, opened: readonly string[]): void {
  const now = new Set(opened.map(name => `plan.${name}`))
  for (const key of Object.keys(commands.conditions.getState())) {
    if (key.startsWith('plan.') && !now.has(key)) commands.setContext(key, undefined)
  }
  for (const key of now) commands.setContext(key, true)
}
