import { publishCondition } from '../../../core/commands/command-registry.js'
import { type Assignment, type HomeworkTake, INCLUDED, type Task } from '../../../core/contract/homework.js'
import { fromBase64 } from '../../../core/http/library-files.js'
import type { PluginContext } from '../../../core/kernel/plugin.js'
import { AUTH, CLOCK, EVENTS, NOTICES, PLUGINS } from '../../../core/kernel/tokens.js'
import { phrases } from '../../../core/platform/phrases.js'
import { createStore, type ReadonlyStore } from '../../../core/platform/store.js'
import { SONG_IMPORTS, SONG_LIBRARY, type SongFile } from '../../library/tokens.js'
import { SONG_READER } from '../../midi-file/tokens.js'
import { MIDI_EVENT, SONG_PORT } from '../../midi-io/tokens.js'
import {
  type OpenSong,
  PLAYBACK_SETTINGS,
  SONG_CLOSED,
  SONG_OPENED,
  SONG_OPENING,
  SONG_PANEL,
  SONG_PLAYING,
  SONG_SESSION,
} from '../../player/tokens.js'
import { JUDGING, percentOf, TAKE_ENDED, type TakeResult } from '../../practice/tokens.js'
import { ONCE } from '../once.js'
import { type Kept, keptOf } from './kept.js'
import { type Outbox, outboxOf, refusalOf } from './outbox.js'
import { TakeNotes } from './take-notes.js'

export interface PracticingView {
  readonly assignment: Assignment | undefined
}

const SENTENCES = phrases({
  sent: 'Sent your take to {{name}} ({{percent}}%).',
  best: 'Sent your best take to {{name}} ({{percent}}%).',
  waits: 'Your take ({{percent}}%) will be sent to {{name}} when you’re back online.',
  nothing: 'This take wasn’t sent because none of its notes were right.',
  alone: 'This take wasn’t sent because you aren’t sharing takes for this homework.',
})

export type Section = Pick<Task, 'from' | 'to' | 'tempo' | 'loop' | 'track'>

/** Time of a format change. Homework assigned earlier counts a pickup as bar 1. */
const PICKUPS_ARE_0 = '2026-11-30T03:46:14Z'

export type AssignedSong = Task['list'][number]

export class Practicing {
  private readonly store = createStore<PracticingView>({ assignment: undefined })
  readonly view: ReadonlyStore<PracticingView> = this.store
  private songKey = ''
  private song: string | undefined
  private isOpening = false
  /** Best pass since playback was started. */
  private best: { readonly take: TakeResult; readonly midi: string | undefined } | undefined
  private passes = 0
  private restingSince: number | undefined
  private readonly notes = new TakeNotes()

  constructor(
    private readonly context: Pick<PluginContext, 'get' | 'find' | 'scope'>,
    private readonly outbox: Pick<Outbox, 'add'>,
    private readonly kept: Pick<Kept, 'file'>,
  ) {
    const { get, scope } = context
    const events = get(EVENTS)
    scope.add(events.on(TAKE_ENDED, take => this.ended(take)))
    // Feedback ends its take on the same event, so wait until it has.
    scope.add(events.on(SONG_PLAYING, playing => playing || queueMicrotask(() => void this.deliver())))
    // Opening or closing a song ends practicing.
    scope.add(events.on(SONG_OPENED, () => this.isOpening || this.stop()))
    scope.add(events.on(SONG_CLOSED, () => this.isOpening || this.stop()))
    scope.add(
      events.on(MIDI_EVENT, event => {
        if (event.kind === 'note' && event.portId !== SONG_PORT && this.view.getState().assignment)
          this.notes.note(event, this.songMsAt(event.at))
      }),
    )
    publishCondition(context, 'homework.practicing', this.view, ({ assignment }) => assignment !== undefined)
  }

  /** Returns the song time of an event. While the song is stopped, time advances at its tempo. */
  private songMsAt(at: number): number {
    const { get } = this.context
    const session = get(SONG_SESSION)
    const { playing, fromMs } = session.view.getState()
    if (playing) {
      const rate = get(PLAYBACK_SETTINGS).view.getState().tempo / 100
      return session.positionMs() - (get(CLOCK).now() - at) * rate
    }
    this.restingSince ??= at
    return fromMs + at - this.restingSince
  }

  /**
   * Opens an assigned song with its section and tempo. Turns on feedback, which is
   * available for homework in every plan.
   * @param chosen song to open; default: the first
   * @throws ApiError `not_found`
   */
  async start(assignment: Assignment, chosen?: AssignedSong): Promise<void> {
    const { get, find } = this.context
    const { id, title, task, givenAt } = assignment
    const { file = title, size = 0, hash, song: record } = chosen ?? task
    const bytes = async () => fromBase64(await this.kept.file(id, record, hash))
    this.isOpening = true
    const source = record.startsWith(INCLUDED)
      ? await get(SONG_LIBRARY).open(record.slice(INCLUDED.length))
      : { name: file, title: chosen?.title ?? title, size, bytes }
    const isOpen = await get(SONG_IMPORTS)
      .take([source], { keep: false, open: true })
      .finally(() => {
        this.isOpening = false
      })
    const { song } = get(SONG_SESSION).view.getState()
    if (!isOpen || !song) return
    this.songKey = song.key
    this.song = chosen?.song
    find(JUDGING)?.assign(true)
    this.store.setState({ assignment })
    const moved = (bar: number | undefined) =>
      bar === undefined || givenAt >= PICKUPS_ARE_0 ? bar : bar + song.firstBar - 1
    const section = { ...task, ...chosen }
    this.show({ ...section, from: moved(section.from), to: moved(section.to) })
  }

  /**
   * Reads a song to list its tracks and bars.
   * @throws SentenceError if the file can't be read
   */
  async describe({ name, reader, bytes }: SongFile): Promise<OpenSong> {
    const reading = await this.context.get(SONG_READER).read(await bytes(), name, { reader })
    return this.context.get(SONG_SESSION).describe(reading, name)
  }

  /**
   * Plays a section without leaving the page.
   * @throws SentenceError if the file can't be read
   */
  async listen({ name, title = name, key, reader, bytes }: SongFile, section: Section): Promise<void> {
    const { get } = this.context
    await get(PLUGINS).trigger(`event:${SONG_OPENING.id}`)
    const reading = await get(SONG_READER).read(await bytes(), name, { reader })
    const session = get(SONG_SESSION)
    if (!(await session.openSong(reading, title, { key }))) return
    this.show(section)
    session.play()
  }

  private show({ from, to, tempo, loop, track }: Section): void {
    const { get } = this.context
    const session = get(SONG_SESSION)
    const { song } = session.view.getState()
    if (!song) return
    if (song.tracks.some(({ index, playable }) => index === track && playable)) session.show(track ?? 0)
    const playback = get(PLAYBACK_SETTINGS)
    playback.setTempo(tempo)
    const isSection = loop || from !== undefined || to !== undefined
    playback.setLoop(isSection ? { from: from ?? song.firstBar, to: to ?? song.bars } : undefined)
    playback.setLooping(loop)
    const first = Math.min(...song.song.tracks.flatMap(({ notes }) => notes[0]?.time ?? []))
    session.seek(
      song.barStart(from ?? (Number.isFinite(first) ? song.barBeatAt(first * 1000).bar : song.firstBar)),
    )
  }

  stopPreview(): void {
    this.context.get(SONG_SESSION).stop()
  }

  stop(): void {
    void this.deliver()
    if (this.view.getState().assignment) this.context.find(JUDGING)?.assign(false)
    this.store.setState({ assignment: undefined })
  }

  private ended(take: TakeResult): void {
    const { get } = this.context
    const { assignment } = this.store.getState()
    const { song, shown } = get(SONG_SESSION).view.getState()
    const track = song?.song.tracks[typeof shown === 'number' ? shown : (assignment?.task.track ?? 0)]
    this.restingSince = undefined
    const program = track?.instrument.number ?? 0
    const midi = song && this.notes.take(song.song, program, song.barStart(take.bars.from))
    if (!assignment || take.songKey !== this.songKey) return
    if (!take.fragment) this.passes += 1
    const best = this.best?.take
    const isBetter = take.complete === best?.complete ? take.accuracy >= best.accuracy : take.complete
    if (!best || isBetter) this.best = { take, midi }
  }

  /** Sends the best pass if it has at least one correct note. */
  private async deliver(): Promise<void> {
    const { get } = this.context
    const { assignment } = this.store.getState()
    const { take, midi } = this.best ?? {}
    this.best = undefined
    const sent = this.passes > 1 ? SENTENCES.best : SENTENCES.sent
    this.passes = 0
    const user = get(AUTH).state.getState().user?.id
    const { wrong, extra } = take?.counts ?? { wrong: 0, extra: 0 }
    const isPlayed = take && (take.accuracy > 0 || wrong + extra > 0)
    if (!assignment || !isPlayed || assignment.teacher.id === user) return
    const post = (message: string, kind: 'info' | 'success' = 'info') =>
      get(NOTICES).post({
        ...{ kind, source: 'social', message, topic: `homework ${assignment.id}` },
        values: { name: assignment.teacher.name, percent: percentOf(take.accuracy) },
      })
    const agreed = assignment.students.some(({ person, sendsTakes }) => person.id === user && sendsTakes)
    if (!agreed) return post(SENTENCES.alone)
    if (take.accuracy === 0) return post(SENTENCES.nothing)
    const of = { ...(this.song !== undefined && { song: this.song }), ...(midi !== undefined && { midi }) }
    const body = { ...bodyOf(take), ...of }
    const call = { kind: 'take', homework: assignment.id, body } as const
    const isSent = await this.outbox.add(call).catch((error: unknown) => {
      get(NOTICES).post({ kind: 'warning', ...refusalOf(call, error), stays: true })
    })
    if (isSent !== undefined) post(isSent ? sent : SENTENCES.waits, isSent ? 'success' : 'info')
  }
}

export function practicingOf(context: PluginContext): Practicing {
  const once = context.get(ONCE)
  context.extend(SONG_PANEL, { id: 'homework.task', slot: 'steps', plugin: 'social', screen: 'Task' })
  return new Practicing(context, once(outboxOf), once(keptOf))
}

const bodyOf = (take: TakeResult): HomeworkTake => ({
  id: take.id,
  at: new Date(take.startedAt).toISOString(),
  tempo: Math.round(take.tempo),
  complete: take.complete,
  accuracy: take.accuracy,
  counts: { ...take.counts },
  byBar: take.byBar.map(({ bar, written, right }) => ({ bar, written, right })),
})
