export function sourcesHash(folder?: string): string
export function isBuilt(folder?: string): boolean
export function unmarkBuilt(folder?: string): void
export function markBuilt(hash: string, folder?: string): void
