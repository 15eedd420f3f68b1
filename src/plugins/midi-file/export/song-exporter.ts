/** Saves songs as files for other programs, and says what differs. */
import type { NoticeBoard } from '../../../core/events/notices.js'
import { phrases } from '../../../core/platform/phrases.js'
import type { PagePort } from '../../../core/platform/ports.js'
import type { ExportedSong, ReadSong, SongExporter } from '../tokens.js'
import { exportAsJson, exportAsMidi } from './export-song.js'

const SENTENCES = phrases({ exported: '“{{name}}” was saved.' })

interface SongExporterParts {
  readonly read: ReadSong
  /** Where files are saved; the command line has none. */
  readonly page: Pick<PagePort, 'saveFile'> | undefined
  readonly notices: Pick<NoticeBoard, 'post'>
}

export function createSongExporter({ read, page, notices }: SongExporterParts): SongExporter {
  const saved = (file: ExportedSong) => {
    const source = 'midi-file'
    page?.saveFile(file.name, file.content)
    notices.post({ kind: 'success', source, message: SENTENCES.exported, values: { name: file.name } })
    for (const { sentence: message, values } of file.notes)
      notices.post({ kind: 'warning', source, message, values })
    return file
  }
  return {
    save: async (song, title, format) =>
      saved(format === 'json' ? exportAsJson(song, title) : await exportAsMidi(song, title, read)),
    saveFile: async (name, content) => saved({ name, content, notes: [] }),
  }
}
