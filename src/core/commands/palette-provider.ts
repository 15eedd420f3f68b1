import { createExtensionPoint } from '../platform/services/token.js'

export interface PaletteResult {
  /** Unique within its provider. */
  readonly id: string
  /** A name, or a text that the provider has translated. */
  readonly title: string
  readonly subtitle?: string
  /** Heading above it; default: the provider's title. */
  readonly section?: string
  readonly keys?: readonly string[]
  /** Errors are shown to the user. */
  run(): void | Promise<void>
}

export interface PaletteProvider {
  readonly id: string
  /** In English; translated when it is shown. */
  readonly title: string
  /** Cheap test, called with every letter: if false, it is neither asked nor listed. */
  accepts?(query: string): boolean
  /** Called when the user pauses typing, never with an empty query. */
  search(query: string, signal: AbortSignal): readonly PaletteResult[] | Promise<readonly PaletteResult[]>
}

/**
 * Results in the palette besides commands, such as the songs of a catalog.
 * @since 1.1.0
 * @example extend(PALETTE_PROVIDERS, { id: 'drills', title: 'Drills', search: () => [] })
 */
export const PALETTE_PROVIDERS = createExtensionPoint<PaletteProvider>('palette.providers')
