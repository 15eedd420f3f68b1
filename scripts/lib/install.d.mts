export function isInstalled(folder?: string): boolean
export function refuseLinkedPackages(folder?: string): void
export function install(): Promise<void>
