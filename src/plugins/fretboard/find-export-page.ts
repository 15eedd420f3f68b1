/** Where there is a page, files can be saved and drawings become pictures; the command line has none. */
export interface ExportPage {
  /** Offers a file to the user. */
  save(name: string, content: Blob | string, type: string): void
  /** Draws an SVG as PNG, so many pixels for each of its units. Rejects where the browser cannot. */
  toPng(svg: string, width: number, height: number, scale: number): Promise<Blob>
  /** Whether the screen is so narrow that a neck stands. */
  isNarrow(): boolean
}

export async function findExportPage(): Promise<ExportPage | undefined> {
  if (!('document' in globalThis)) return undefined
  const { exportPage } = await import('./ui/export-page.js')
  return exportPage
}
