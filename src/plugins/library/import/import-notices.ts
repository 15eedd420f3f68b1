/** What is said of files that were taken: on the page that shows them only what it does not say itself. */
import { planPath } from '../../../core/auth/plans.js'
import type { NoticeBoard } from '../../../core/events/notices.js'
import { phrases } from '../../../core/platform/phrases.js'
import { notYours } from '../list/song-library.js'
import type { SongProblem } from '../tokens.js'

const SENTENCES = phrases({
  kept: '“{{name}}” is in your songs now.',
  keptMany: 'Songs that are in your list now: {{number}}.',
  notKept: '“{{name}}” is open, and not in your songs.',
})
const LABELS = phrases({ keep: 'Keep', songs: 'My songs', plans: 'See the plans' })

export interface ImportNoticesParts {
  /** Whether the page shows what is in the list. */
  readonly showsList: () => boolean
  /** Whether the page shows why a file did not arrive: then nobody says it a second time. */
  readonly showsProblems: () => boolean
  readonly notices: Pick<NoticeBoard, 'post'>
}

export interface ImportNotices {
  /** Of one file, beside which it may stand already. */
  problem(problem: SongProblem, kind: 'error' | 'warning'): void
  /** That songs cannot be kept here at all, which stands beside none of them. */
  unavailable(problem: SongProblem): void
  /** @param names of the songs that are in the list now */
  kept(names: readonly string[]): void
  /** A song is open without being kept. */
  offer(name: string, keep: () => void): void
  /** Whoever was offered it has logged out meanwhile. */
  notYours(): void
}

export function createImportNotices({
  showsList,
  showsProblems,
  notices,
}: ImportNoticesParts): ImportNotices {
  const post = (
    { sentence: message, values, code, source = 'midi-file' }: SongProblem,
    kind: 'error' | 'warning',
  ) => {
    const plans = code === 'songs_full' && { leadsTo: { label: LABELS.plans, path: planPath('songs') } }
    notices.post({ kind, source, message, values, code, ...plans })
  }
  return {
    problem(problem, kind) {
      if (!showsProblems()) post(problem, kind)
    },
    unavailable(problem) {
      if (!showsList()) post(problem, 'warning')
    },
    kept(names) {
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
    offer(name, keep) {
      notices.post({
        kind: 'info',
        source: 'midi-file',
        message: SENTENCES.notKept,
        values: { name },
        action: { label: LABELS.keep, run: keep },
        topic: 'midi-file not-kept',
      })
    },
    notYours() {
      const { code, sentence: message } = notYours()
      notices.post({ kind: 'warning', source: 'midi-file', message, code })
    },
  }
}
