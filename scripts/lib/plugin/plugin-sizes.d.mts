import type { Plugin } from 'vite'

/** A file of a bundle; of a style sheet only its name and bytes count. */
export interface BundledFile {
  readonly fileName: string
  readonly isEntry: boolean
  /** Paths of the sources that it is made of. */
  readonly modules: readonly string[]
  /** Characters by plugin, under '' those of all other modules. */
  readonly lengths?: Readonly<Record<string, number>>
  readonly imports: readonly string[]
  readonly dynamicImports: readonly string[]
  readonly css: readonly string[]
  /** Packed with gzip. */
  readonly bytes: number
}

export function pluginSizes(
  chunks: ReadonlyMap<string, BundledFile>,
): Record<string, { own: number; shared: number }>
export function pluginSizesFile(): Plugin
