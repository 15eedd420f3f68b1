interface Step {
  name: string
  run: [string, string[]]
  tests?: boolean
  needs?: string[]
  /** Runs only when its name is given. */
  onRequest?: boolean
}
export const GROUPS: Step[][]
export const LANES: number
export function chosenGroups(names: readonly string[]): Step[][]
