/** Where a new plugin will be, which decides how its files import the SDK. */

export interface Target {
  readonly kind: 'in-repo' | 'package'
  /** Import lines for names of `@fretwork/sdk`; types begin with `type `. */
  sdk(...names: readonly string[]): string
  /** Import lines for names of `@fretwork/sdk/react`. */
  screenSdk(...names: readonly string[]): string
}

/** Modules of `src/core` by their exports: inside the repository, plugins import those instead of the SDK. */
const IN_CORE: Readonly<Record<string, string>> = {
  definePlugin: 'kernel/manifest/plugin',
  defineRuntime: 'kernel/manifest/plugin',
  provide: 'kernel/manifest/plugin',
  createToken: 'platform/services/token',
  inject: 'platform/services/inject',
  injectable: 'platform/services/inject',
  CLOCK: 'platform/ports',
  'type ClockPort': 'platform/ports',
  'type ReadonlyStore': 'platform/store',
  createStore: 'platform/store',
  useCommand: 'react/hooks/use-command',
  useService: 'react/kernel-context',
  useStore: 'react/hooks/use-store',
  useText: 'react/hooks/use-text',
}

export const PACKAGE: Target = {
  kind: 'package',
  sdk: (...names) => importLine(names, '@fretwork/sdk'),
  screenSdk: (...names) => importLine(names, '@fretwork/sdk/react'),
}

export const IN_REPO: Target = {
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

function importLine(names: readonly string[], module: string): string {
  const onlyTypes = names.every(name => name.startsWith('type '))
  const listed = onlyTypes ? names.map(name => name.slice('type '.length)) : names
  return `import ${onlyTypes ? 'type ' : ''}{ ${listed.join(', ')} } from '${module}'`
}
