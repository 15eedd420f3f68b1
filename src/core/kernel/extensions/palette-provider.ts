/** Results that plugins add to the palette: songs, people, whatever can be found by a name. */
import { createExtensionPoint } from '../../platform/services/token.js'

export interface PaletteResult {
  /** Unique within its provider. */
  readonly id: string
  /** As it is shown: a name, or a sentence that the provider has translated. */
  readonly title: string
  readonly subtitle?: string
  /** Heading under which it stands; the provider's title unless given. */
  readonly section?: string
  /** Bindings shown beside it. */
  readonly keys?: readonly string[]
  /** What goes wrong is told to the user. */
  run(): void | Promise<void>
}

export interface PaletteProvider {
  readonly id: string
  /** Plain English; translated where it is shown. */
  readonly title: string
  /**
   * Asked when the user pauses in typing, never for an empty text.
   * @param signal aborted when the answer is not wanted any more
   */
  search(query: string, signal: AbortSignal): readonly PaletteResult[] | Promise<readonly PaletteResult[]>
}

/** @example extend(PALETTE_PROVIDERS, { id: 'drills', title: 'Drills', search: () => [] }) */
export const PALETTE_PROVIDERS = createExtensionPoint<PaletteProvider>('palette.providers')
