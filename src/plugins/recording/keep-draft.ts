/** Keeps a draft on the device while recording; the next visit offers an unfinished one. */
import type { PluginContext } from '../../core/kernel/manifest/plugin.js'
import { CLOCK } from '../../core/kernel/services/tokens.js'
import type { Disposable } from '../../core/platform/disposable.js'
import { phrases } from '../../core/platform/phrases.js'
import { SONG_NOTICES } from '../player/tokens.js'
import { RECORDER } from './internal-tokens.js'
import { keepTake } from './recording-commands.js'
import { draftOf, draftStore, songOfDraft } from './take/draft.js'
import { notesOf } from './take/take-song.js'

const SENTENCES = phrases({
  unfinished: 'A recording of {{notes}} notes was not finished when the page was closed.',
  keep: 'Keep it',
})

const OFTEN_MS = 3000
const SILENT_MS = 3 * OFTEN_MS // a page that records writes more often

export function keepDrafts(context: PluginContext): void {
  const { get, scope, log } = context
  const recorder = get(RECORDER)
  const clock = get(CLOCK)
  const drafts = draftStore(context)
  const now = () => clock.date().getTime()

  const write = () => {
    const song = recorder.soFar()
    if (song) drafts.put({ at: now(), song: draftOf(song) })
  }
  let writing: Disposable | undefined
  scope.onDispose(
    recorder.view.subscribe(({ recording }) => {
      if (recording && !writing) writing = clock.every(OFTEN_MS, write)
      if (recording) return
      writing?.dispose()
      writing = undefined
    }),
  )
  scope.onDispose(() => writing?.dispose())

  const offer = () => {
    const draft = drafts.get()
    if (!draft || recorder.view.getState().recording) return
    const song = songOfDraft(draft.song)
    if (!song) return drafts.put(undefined)
    get(SONG_NOTICES).post({
      kind: 'warning',
      source: 'recording',
      message: SENTENCES.unfinished,
      values: { notes: notesOf(song) },
      topic: 'recording draft',
      code: 'recording_unfinished',
      stays: true,
      action: {
        label: SENTENCES.keep,
        run: () =>
          void keepTake(context, song).catch(thrown => log.error('The recording could not be kept', thrown)),
      },
    })
  }
  const found = drafts.get()
  if (!found) return
  // Another tab may be recording it.
  const waiting = clock.after(Math.max(0, SILENT_MS - (now() - found.at)), () => {
    if (drafts.get()?.at === found.at) offer()
  })
  scope.onDispose(() => waiting.dispose())
}
