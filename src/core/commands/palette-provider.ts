import { createExtensionPoint } from '../platform/token.js'

export interface PaletteResult {
  /** Unique within the provider. */
  readonly id: string
  /** Title, translated by the provider if necessary. */
  readonly title: string
  readonly subtitle?: string
  /** Heading above the result. Default: the provider's title. */
  readonly section?: string
  readonly keys?: readonly string[]
  /** Errors are shown to the user. */
  run(): void | Promise<void>
}

export interface PaletteProvider {
  readonly id: string
  /** English title; translated when shown. */
  readonly title: string
  /** Called on every keystroke, so it must be fast. If it returns false, the provider is skipped. */
  accepts?(query: string): boolean
  /** Called when the user pauses typing, never with an empty query. */
  search(query: string, signal: AbortSignal): readonly PaletteResult[] | Promise<readonly PaletteResult[]>
}

/** Providers of palette results other than commands, such as songs in a catalog. */
export const PALETTE_PROVIDERS = createExtensionPoint<PaletteProvider>('palette.providers')
