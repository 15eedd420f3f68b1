/** One row of the palette. */
export interface PaletteItem {
  readonly id: string
  readonly title: string
  readonly section: string
  readonly keys: readonly string[]
  /** Undefined where choosing it asks for something first. */
  readonly run?: () => void
}
