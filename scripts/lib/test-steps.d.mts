interface Step {
  name: string
  run: [string, string[]]
  env?: Record<string, string>
  report?: 'vitest' | 'playwright'
  needs?: string[]
}
export const GROUPS: Step[][]
export const LANES: number
export function reportOf(step: string): string
export function countOf(kind: string, report: unknown): { passed: number; failed: number; skipped: number }
export function chosenGroups(names: readonly string[]): Step[][]
