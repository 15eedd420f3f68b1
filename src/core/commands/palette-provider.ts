/** Results that plugins add to the palette: songs, people and anything else that is found by name. */
import { createExtensionPoint } from '../platform/services/token.js'

export interface PaletteResult {
  /** Unique within its provider. */
  readonly id: string
  /** Shown as it is: a name, or a text that the provider has translated. */
  readonly title: string
  readonly subtitle?: string
  /** Heading above it; by default the provider's title. */
  readonly section?: string
  /** Key bindings shown next to it. */
  readonly keys?: readonly string[]
  /** Errors are shown to the user. */
  run(): void | Promise<void>
}

export interface PaletteProvider {
  readonly id: string
  /** In English; translated when it is shown. */
  readonly title: string
  /** Whether it could know an answer: if not, it is neither asked nor listed. Called with every letter. */
  accepts?(query: string): boolean
  /**
   * Called when the user pauses typing, never with an empty query.
   * @param signal aborted when the results are no longer needed
   */
  search(query: string, signal: AbortSignal): readonly PaletteResult[] | Promise<readonly PaletteResult[]>
}

/**
 * Results in the palette besides commands, such as the songs of a catalog.
 * @since 1.1.0
 * @example extend(PALETTE_PROVIDERS, { id: 'drills', title: 'Drills', search: () => [] })
 */
export const PALETTE_PROVIDERS = createExtensionPoint<PaletteProvider>('palette.providers')
