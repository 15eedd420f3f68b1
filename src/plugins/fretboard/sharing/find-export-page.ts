/** Where there is a page, files can be saved and drawings become pictures; the command line has none. */
import type { ExportPage } from './export-page.js'

export async function findExportPage(): Promise<ExportPage | undefined> {
  if (!('document' in globalThis)) return undefined
  const { exportPage } = await import('../ui/export-page.js')
  return exportPage
}
