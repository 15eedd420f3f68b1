export function importedPackages(folder: string, known: readonly string[]): string[]
export function releaseManifest(
  manifest: Readonly<Record<string, unknown>> & { readonly dependencies: Readonly<Record<string, string>> },
  packages: readonly string[],
): Record<string, unknown> & { dependencies: Record<string, string> }
export function stageRelease(
  folder: string,
  from?: string,
): { name: string; version: string; dependencies: object }
