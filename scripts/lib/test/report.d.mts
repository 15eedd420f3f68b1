interface FileTime {
  file: string
  ms: number
  loadMs: number
}
export function slowestFiles(report: { files: readonly FileTime[] }): string
