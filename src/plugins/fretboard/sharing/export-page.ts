/** What exports need of a web page; there is none on the command line. */
export interface ExportPage {
  /** Draws an SVG as PNG, so many pixels for each of its units. Rejects where the browser cannot. */
  toPng(svg: string, width: number, height: number, scale: number): Promise<Uint8Array>
  /** Whether the screen is so narrow that a neck stands. */
  isNarrow(): boolean
}
