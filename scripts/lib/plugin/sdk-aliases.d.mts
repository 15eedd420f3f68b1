export function sdkAliases(): { find: RegExp; replacement: string }[]
