export const SDK_FACES: Readonly<Record<string, string>>
export function sdkAliases(folder?: string): { find: RegExp; replacement: string }[]
export function sdkFile(name: string, folder?: string): string | undefined
