/** Notices about imported files: on pages that show imports, only what they do not show. */
import { planPath } from '../../../core/auth/plans.js'
import type { NoticeBoard } from '../../../core/events/notices.js'
import { phrases } from '../../../core/platform/phrases.js'
import { notYours } from '../list/song-library.js'
import type { SongProblem } from '../tokens.js'

const SENTENCES = phrases({
  kept: '“{{name}}” was added to your songs.',
  keptMany: 'Songs added to your library: {{number}}.',
  notKept: '“{{name}}” is open, but not in your songs.',
})
const LABELS = phrases({ keep: 'Keep', songs: 'My songs', plans: 'See the plans' })

export interface ImportNoticesParts {
  /** Whether the page shows the library. */
  readonly showsList: () => boolean
  /** Whether the page shows why a file was refused: then there is no notice. */
  readonly showsProblems: () => boolean
  readonly notices: Pick<NoticeBoard, 'post'>
}

export function createImportNotices({ showsList, showsProblems, notices }: ImportNoticesParts) {
  const post = (
    { sentence: message, values, code, source = 'midi-file' }: SongProblem,
    kind: 'error' | 'warning',
  ) => {
    const plans = code === 'songs_full' && { leadsTo: { label: LABELS.plans, path: planPath('songs') } }
    notices.post({ kind, source, message, values, code, ...plans })
  }
  return {
    /** About one file; the page may show it already. */
    problem(problem: SongProblem, kind: 'error' | 'warning') {
      if (!showsProblems()) post(problem, kind)
    },
    /** Songs cannot be stored here at all. */
    unavailable(problem: SongProblem) {
      if (!showsList()) post(problem, 'warning')
    },
    /** @param names of the songs that were added */
    kept(names: readonly string[]) {
      const [name] = names
      if (name === undefined || showsList()) return
      notices.post({
        kind: 'success',
        source: 'midi-file',
        message: names.length === 1 ? SENTENCES.kept : SENTENCES.keptMany,
        values: names.length === 1 ? { name } : { number: names.length },
        leadsTo: { label: LABELS.songs, path: '/songs' },
      })
    },
    /** A song is open without being kept. */
    offer(name: string, keep: () => void) {
      notices.post({
        kind: 'info',
        source: 'midi-file',
        message: SENTENCES.notKept,
        values: { name },
        action: { label: LABELS.keep, run: keep },
        topic: 'midi-file not-kept',
      })
    },
    /** The user who was offered it has logged out meanwhile. */
    notYours() {
      const { code, sentence: message } = notYours()
      notices.post({ kind: 'warning', source: 'midi-file', message, code })
    },
  }
}
