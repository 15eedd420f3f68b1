import type { Claims } from '../../auth/claims.js'
import { levelOf, openedTo } from '../../auth/plans.js'
import type { CommandRegistry } from '../command-registry.js'

export class PlanConditions {
  private known: readonly string[] = []

  constructor(private readonly commands: CommandRegistry) {}

  follow(claims: Claims | undefined): void {
    this.commands.setContext('plan', levelOf(claims))
    this.set(openedTo(claims))
  }

  dispose(): void {
    this.set([])
  }

  private set(now: readonly string[]): void {
    for (const name of this.known) {
      if (!now.includes(name)) this.commands.setContext(`plan.${name}`, undefined)
    }
    for (const name of now) this.commands.setContext(`plan.${name}`, true)
    this.known = now
  }
}
