/** Where a new plugin will live, which decides how its files reach the SDK. */

export interface Position {
  readonly kind: 'in-repo' | 'package'
  /** The import of names of the SDK's headless face, as lines; types begin with `type `. */
  sdk(...names: readonly string[]): string
  /** The same for screens: names of `@fretwork/sdk/react`. */
  screenSdk(...names: readonly string[]): string
}

/** Modules of `src/core` by what they export: inside the repository nobody goes through the SDK's faces. */
const IN_CORE: Readonly<Record<string, string>> = {
  definePlugin: 'kernel/manifest/plugin',
  defineRuntime: 'kernel/manifest/plugin',
  provideFactory: 'kernel/manifest/plugin',
  createToken: 'platform/services/token',
  CLOCK: 'kernel/services/tokens',
  'type ClockPort': 'platform/ports',
  'type ReadonlyStore': 'platform/store',
  createStore: 'platform/store',
  useCommand: 'react/hooks/use-command',
  useService: 'react/kernel-context',
  useStore: 'react/hooks/use-store',
  useText: 'react/hooks/use-text',
}

export const PACKAGE: Position = {
  kind: 'package',
  sdk: (...names) => importLine(names, '@fretwork/sdk'),
  screenSdk: (...names) => importLine(names, '@fretwork/sdk/react'),
}

export const IN_REPO: Position = {
  kind: 'in-repo',
  sdk: (...names) => coreImports(names, '../../core'),
  screenSdk: (...names) => coreImports(names, '../../../core'),
}

function coreImports(names: readonly string[], core: string): string {
  const modules = [...new Set(names.map(name => IN_CORE[name] ?? 'index'))].sort()
  return modules
    .map(module =>
      importLine(
        names.filter(name => (IN_CORE[name] ?? 'index') === module),
        `${core}/${module}.js`,
      ),
    )
    .join('\n')
}

/** What is all types is imported as types. */
function importLine(names: readonly string[], module: string): string {
  const onlyTypes = names.every(name => name.startsWith('type '))
  const listed = onlyTypes ? names.map(name => name.slice('type '.length)) : names
  return `import ${onlyTypes ? 'type ' : ''}{ ${listed.join(', ')} } from '${module}'`
}
