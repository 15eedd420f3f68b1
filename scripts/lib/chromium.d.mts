export function findChromium(env?: Readonly<Record<string, string | undefined>>): string | undefined
export function provideChromium(): Promise<string>
