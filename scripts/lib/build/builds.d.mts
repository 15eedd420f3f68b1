export const TARGETS: readonly string[]
export function beginBuild(targets?: readonly string[], folder?: string, now?: number): string
export function switchTo(path: string, folder?: string): void
