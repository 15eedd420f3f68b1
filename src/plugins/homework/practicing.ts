import { type Assignment, type HomeworkTake, homeworkFile } from '../../core/api/homework.js'
import { GO_TO } from '../../core/events/app-events.js'
import { fromBase64 } from '../../core/http/library-files.js'
import type { PluginContext } from '../../core/kernel/manifest/plugin.js'
import { publishCondition } from '../../core/kernel/services/publish-condition.js'
import { API, AUTH, EVENTS, NOTICES } from '../../core/kernel/services/tokens.js'
import { phrases } from '../../core/platform/phrases.js'
import { createStore, type ReadonlyStore } from '../../core/platform/store.js'
import { SONG_IMPORTS } from '../library/tokens.js'
import { PLAYBACK_SETTINGS, SONG_CLOSED, SONG_OPENED, SONG_SESSION } from '../player/tokens.js'
import { JUDGING, TAKE_ENDED, type TakeResult } from '../practice/tokens.js'
import type { Outbox } from './outbox.js'

export interface PracticingView {
  readonly assignment: Assignment | undefined
}

const SENTENCES = phrases({
  sent: 'Sent your take to {{name}} ({{percent}}%).',
  waits: 'Your take ({{percent}}%) will be sent to {{name}} when you’re back online.',
  alone: 'This take wasn’t sent because you aren’t sharing takes for this homework.',
})

export class Practicing {
  private readonly store = createStore<PracticingView>({ assignment: undefined })
  readonly view: ReadonlyStore<PracticingView> = this.store
  private songKey = ''
  private isOpening = false

  constructor(
    private readonly context: Pick<PluginContext, 'get' | 'scope'>,
    private readonly outbox: Pick<Outbox, 'add'>,
  ) {
    const { get, scope } = context
    const events = get(EVENTS)
    scope.add(events.on(TAKE_ENDED, take => void this.ended(take)))
    // Another song is another piece of work.
    scope.add(events.on(SONG_OPENED, () => this.isOpening || this.stop()))
    scope.add(events.on(SONG_CLOSED, () => this.isOpening || this.stop()))
    publishCondition(context, 'homework.practicing', this.view, ({ assignment }) => assignment !== undefined)
  }

  /** Opens its song at its section and tempo, and turns feedback on, free in every plan. @throws ApiError `not_found` */
  async start(assignment: Assignment): Promise<void> {
    const { get } = this.context
    const { id, title, task } = assignment
    if (!task) return
    const { file = title, size = 0, from, to, tempo, loop } = task
    const bytes = async () => fromBase64((await get(API).call(homeworkFile, { params: { id } })).bytes)
    this.isOpening = true
    const isOpen = await get(SONG_IMPORTS)
      .take([{ name: file, title, size, bytes }], { keep: false, open: true })
      .finally(() => {
        this.isOpening = false
      })
    const session = get(SONG_SESSION)
    const { song } = session.view.getState()
    if (!isOpen || !song) return
    this.songKey = song.key
    get(JUDGING).assign(true)
    this.store.setState({ assignment })
    const playback = get(PLAYBACK_SETTINGS)
    playback.setTempo(tempo)
    const bars = { from: from ?? song.firstBar, to: to ?? song.bars }
    playback.setLoop(bars)
    playback.setLooping(loop)
    session.seek(song.barStart(bars.from))
    get(EVENTS).emit(GO_TO, { path: '/fretboard' })
  }

  stop(): void {
    if (this.view.getState().assignment) this.context.get(JUDGING).assign(false)
    this.store.setState({ assignment: undefined })
  }

  private async ended(take: TakeResult): Promise<void> {
    const { get } = this.context
    const { assignment } = this.store.getState()
    const user = get(AUTH).state.getState().user?.id
    if (!assignment || take.songKey !== this.songKey || assignment.teacher.id === user) return
    const post = (message: string, kind: 'info' | 'success' = 'info') =>
      get(NOTICES).post({
        ...{ kind, source: 'homework', message, topic: `homework ${assignment.id}` },
        values: { name: assignment.teacher.name, percent: Math.round(100 * take.accuracy) },
      })
    const agreed = assignment.students.some(({ person, sendsTakes }) => person.id === user && sendsTakes)
    if (!agreed) return post(SENTENCES.alone)
    const isSent = await this.outbox.add({ kind: 'take', homework: assignment.id, body: bodyOf(take) })
    post(isSent ? SENTENCES.sent : SENTENCES.waits, isSent ? 'success' : 'info')
  }
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
