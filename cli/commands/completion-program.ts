import type { Command } from 'commander'
import type { Ended } from '../program.js'

export function addCompletion(_program: Command, _ended: Ended): void {
  // Its words follow.
}
