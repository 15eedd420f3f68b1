import type { ChildProcess } from 'node:child_process'

export const root: string
export class StepError extends Error {}
export function requireNode(version?: string): void
export function run(
  command: string,
  args: readonly string[],
  options?: {
    env?: Readonly<Record<string, string | undefined>>
    quiet?: boolean
    signal?: AbortSignal
    onStart?: (child: ChildProcess) => void
  },
): Promise<{ code: number; output: string }>
export function script(main: () => Promise<void>): Promise<void>
export function duration(ms: number): string
