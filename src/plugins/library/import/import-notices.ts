import { planPath } from '../../../core/auth/plans.js'
import type { NoticeBoard, NoticeText } from '../../../core/events/notices.js'
import { inOne } from '../../../core/events/remarks.js'
import { messageOf } from '../../../core/platform/fretwork-error.js'
import { phrases, SentenceError } from '../../../core/platform/phrases.js'
import type { SongRemark } from '../../midi-file/tokens.js'
import { notYours } from '../list/song-library.js'
import type { SongProblem } from '../tokens.js'

const SENTENCES = phrases({
  unread: 'Couldn’t read the file: {{reason}} Choose it again.',
  kept: '“{{name}}” added to your library.',
  keptMany: '{{count}} songs added to your library.',
  notKept: '“{{name}}” is open but isn’t in your library.',
})
const LABELS = phrases({ keep: 'Add to library', songs: 'Library', plans: 'See plans' })

export const UNREAD = 'song_unread'

export interface ImportNoticesParts {
  readonly showsList: () => boolean
  readonly showsProblems: () => boolean
  readonly notices: Pick<NoticeBoard, 'post'>
  /** Announces text in the live region. */
  readonly say: (text: NoticeText) => void
}

/** Posts only notices about things that the page doesn't show. */
export function createImportNotices({ showsList, showsProblems, notices, say }: ImportNoticesParts) {
  const post = (
    { sentence: message, values, code, source = 'midi-file' }: SongProblem,
    kind: 'error' | 'warning',
  ) => {
    const plans = code === 'songs_full' && { leadsTo: { label: LABELS.plans, path: planPath('songs') } }
    notices.post({ kind, source, message, values, code, ...plans })
  }
  return {
    problem(problem: SongProblem, kind: 'error' | 'warning') {
      if (!showsProblems()) post(problem, kind)
    },
    unavailable(problem: SongProblem) {
      if (!showsList()) post(problem, 'warning')
    },
    kept(names: readonly string[]) {
      const [name] = names
      if (name === undefined) return
      const count = names.length
      const message = count === 1 ? SENTENCES.kept : SENTENCES.keptMany
      const text = { source: 'midi-file', message, values: { name, count } }
      if (showsList()) return say(text)
      notices.post({ kind: 'success', ...text, leadsTo: { label: LABELS.songs, path: '/songs' } })
    },
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
    repaired(notes: readonly SongRemark[]) {
      const remarks = notes.map(({ sentence: message, values, source = 'midi-file' }) => ({
        source,
        message,
        values,
      }))
      if (remarks.length > 0) notices.post({ kind: 'warning', source: 'midi-file', ...inOne(remarks) })
    },
    notYours() {
      const { code, sentence: message } = notYours()
      notices.post({ kind: 'warning', source: 'midi-file', message, code })
    },
  }
}

export function problemOf(file: string, thrown: unknown): SongProblem {
  if (thrown instanceof SentenceError) {
    const { code, sentence, values, source } = thrown
    return { file, code, sentence, values, source }
  }
  const said = messageOf(thrown).trim()
  // System messages often lack a final period.
  const reason = /[.!?…]$/.test(said) ? said : `${said}.`
  return { file, code: UNREAD, sentence: SENTENCES.unread, values: { reason } }
}
