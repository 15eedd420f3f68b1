/** Browser functions that exports need; the command line has none. */
export interface ExportPage {
  /** Renders an SVG as PNG with `scale` pixels per unit. Rejects if the browser can't. */
  toPng(svg: string, width: number, height: number, scale: number): Promise<Uint8Array>
  /** Whether the screen is narrow enough for a vertical neck. */
  isNarrow(): boolean
}
