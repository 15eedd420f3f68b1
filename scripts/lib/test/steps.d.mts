interface Step {
  name: string
  run: [string, string[]]
  tests?: boolean
  needs?: string[]
}
export const GROUPS: Step[][]
export const LANES: number
export function chosenGroups(names: readonly string[]): Step[][]
export function changedGroups(files: readonly string[], since: string): Step[][]
