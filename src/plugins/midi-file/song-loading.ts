/** From a file, or from a song that was read, to one that is ready to be put in; and why a file is refused. */
import type { NoticeBoard } from '../../core/events/notices.js'
import type { ClockPort } from '../../core/platform/ports.js'
import { inSlices } from '../../core/platform/steps.js'
import { LARGEST_FILE_BYTES } from './chunks.js'
import { MidiFileError } from './midi-file-error.js'
import { createOpening } from './opening.js'
import type { SongReading } from './read-midi-file.js'
import type { ReadingControl } from './reading-control.js'
import { type ReadySong, readySteps } from './ready-song.js'
import { problemOf } from './song-problem.js'
import type { SongPracticeKeeper } from './tokens/practice.js'
import type { SongProblem, SongReader, SongSession, SongView } from './tokens.js'

export interface SongLoadingParts {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  readonly notices: Pick<NoticeBoard, 'post'>
  readonly read: SongReader
  readonly practice: Pick<SongPracticeKeeper, 'recall'>
  readonly view: { setState(change: Partial<Pick<SongView, 'reading' | 'problem'>>): void }
  /** Whether the page shows `view.problem`: then nobody says it a second time. */
  readonly showsProblems: () => boolean
  /** Takes the song. What it throws is why a file is refused. */
  readonly put: (ready: ReadySong) => void
}

export interface SongLoading extends Pick<SongSession, 'open' | 'openSong' | 'dismissProblem'> {
  /** No song comes any more. */
  end(): void
}

export function createSongLoading(parts: SongLoadingParts): SongLoading {
  const { clock, notices, read, practice, view, showsProblems, put } = parts
  const opening = createOpening()

  /** Gets a song ready bit by bit, and puts it in. */
  const prepare = (reading: SongReading, name: string, control: ReadingControl) =>
    inSlices(readySteps(reading, name, practice), { clock, ...control }, put)

  const refuse = (problem: SongProblem) => {
    view.setState({ reading: undefined, problem })
    if (showsProblems()) return
    const { sentence: message, values, code, source = 'midi-file' } = problem
    notices.post({ kind: 'error', source, message, values, code })
  }

  return {
    open: (file, control = {}) =>
      opening.latest(control, async inner => {
        view.setState({ reading: file.name, problem: undefined })
        try {
          if (file.size > LARGEST_FILE_BYTES) throw new MidiFileError('midi_too_large', { limit: '32 MB' })
          const reading = await read(await file.bytes(), file.name, inner)
          await prepare(reading, file.name, inner)
        } catch (thrown) {
          if (inner.signal.aborted) throw thrown
          refuse(problemOf(file.name, thrown))
          return false
        }
        return true
      }),
    openSong: (reading, name, control = {}) =>
      opening.latest(control, async inner => {
        await prepare(reading, name, inner)
        return true
      }),
    dismissProblem: () => view.setState({ problem: undefined }),
    end: opening.end,
  }
}
