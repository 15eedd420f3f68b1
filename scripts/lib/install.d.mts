export function isInstalled(folder?: string): boolean
export function install(): Promise<void>
