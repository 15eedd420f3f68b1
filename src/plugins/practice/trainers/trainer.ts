import { onSessionEnd } from '../../../core/auth/session.js'
import { publishCondition } from '../../../core/commands/command-registry.js'
import type { EventBus } from '../../../core/events/event-bus.js'
import type { PluginContext } from '../../../core/kernel/plugin.js'
import { AUTH, CLOCK, EVENTS, SETTINGS } from '../../../core/kernel/tokens.js'
import { phrases, SentenceError } from '../../../core/platform/phrases.js'
import type { ClockPort } from '../../../core/platform/ports.js'
import { createStore, type Disposable } from '../../../core/platform/store.js'
import { fretOf, type Position, type StrungNeck } from '../../../music/guitar/position.js'
import { NECK_VIEW, TUNING_LIST } from '../../fretboard/tokens.js'
import { MIDI_EVENT, MIDI_OUTPUT, type MidiOutput, SONG_PORT } from '../../midi-io/tokens.js'
import { type Kind, type Remembered, type TrainerSettings, trainerSettings } from '../trainer-settings.js'
import type { Card } from './card.js'
import { type Asked, BLOCK, deck, NOTHING_ASKED, pick } from './deck.js'
import { afterAnswer, gradeOf, type Memory } from './memory.js'
import {
  ask,
  isHeard,
  judgeNote,
  NO_PROGRESS,
  type PlayedNote,
  type Progress,
  type Question,
} from './question.js'

const SENTENCES = phrases({
  none: 'There are no questions. Turn on at least one question type, or widen the range of frets and strings.',
})

export interface TrainerView {
  readonly phase: 'resting' | 'asking' | 'answered' | 'ended'
  readonly kind: Kind | undefined
  readonly question: Question | undefined
  /** Positions found so far, and the position of a wrong answer. */
  readonly found: readonly Position[]
  readonly mistaken: Position | undefined
  /** `shown`: the user gave up. */
  readonly verdict: 'right' | 'wrong' | 'shown' | undefined
  readonly chosen: string | undefined
  readonly answers: readonly Answer[]
  readonly endsAtMs: number
  readonly startedAtMs: number
}

export interface Answer {
  readonly card: Card
  readonly right: boolean
}

export type Trainer = ReturnType<typeof createTrainer>

export interface TrainerParts {
  readonly clock: Pick<ClockPort, 'now' | 'after' | 'date'>
  readonly events: Pick<EventBus, 'on'>
  readonly output: Pick<MidiOutput, 'playNote'>
  readonly settings: () => TrainerSettings
  readonly neck: () => StrungNeck
  readonly memory: () => Memory
  readonly remember: (id: string, remembered: Remembered) => void
  readonly random: () => number
}

const RESTING: TrainerView = {
  phase: 'resting',
  kind: undefined,
  question: undefined,
  found: [],
  mistaken: undefined,
  verdict: undefined,
  chosen: undefined,
  answers: [],
  endsAtMs: 0,
  startedAtMs: 0,
}

const MINUTE_MS = 60_000
const CORRECT_ANSWER_SHOWN_MS = 900
const ANSWER_MS = 700
const LOWEST_ROOT = 45 // roots from A2 to G#3 suit guitar and voice
const ROOTS = 12

export function createTrainer(parts: TrainerParts) {
  const { clock, events, output, settings, neck, memory, remember, random } = parts
  const view = createStore<TrainerView>(RESTING)
  let asked: Asked = NOTHING_ASKED
  let root = LOWEST_ROOT
  let progress: Progress = NO_PROGRESS
  let sinceMs = 0 // earliest time at which the question can be answered
  let following: Disposable | undefined

  const cardsOf = (kind: Kind | undefined) => deck(settings(), neck(), kind && [kind])
  const today = () => clock.date().getTime()

  const playSounds = ({ sounds }: Question) => {
    const now = clock.now()
    for (const { pitches, atMs, forMs } of sounds)
      for (const pitch of pitches) output.playNote(pitch, { at: now + atMs, duration: forMs })
  }

  /** Plays the answer unless the question was already a sound. */
  const playAnswer = ({ card }: Question) => {
    if (card.kind === 'position' || card.kind === 'staff')
      output.playNote(card.pitch, { duration: ANSWER_MS })
  }

  const askNext = () => {
    following?.dispose()
    const { kind, answers, endsAtMs, startedAtMs } = view.getState()
    const card = pick(cardsOf(kind), memory(), today(), asked)
    // All question types were turned off during the round.
    if (!card) return end()
    const stays = card.kind === asked.kind
    if (!stays || asked.inBlock % BLOCK === 0) root = LOWEST_ROOT + Math.floor(random() * ROOTS)
    asked = {
      last: card.id,
      kind: card.kind,
      inBlock: stays ? asked.inBlock + 1 : 1,
      newLeft: asked.newLeft - (memory()[card.id] ? 0 : 1),
    }
    const question = ask(card, root, settings(), neck())
    progress = NO_PROGRESS
    sinceMs = clock.now() + question.heardMs
    view.setState({ ...RESTING, phase: 'asking', kind, question, answers, endsAtMs, startedAtMs })
    playSounds(question)
  }

  const answered = (verdict: 'right' | 'wrong' | 'shown', more: Partial<TrainerView> = {}) => {
    const { question, answers } = view.getState()
    if (!question) return
    const { card } = question
    const ms = Math.max(0, clock.now() - sinceMs)
    const isRight = verdict === 'right'
    const grade = gradeOf(card.kind, isRight, ms, card.kind === 'find' ? question.positions.length : 1)
    remember(card.id, afterAnswer(memory()[card.id], grade, today()))
    view.setState({
      phase: 'answered',
      verdict,
      answers: [...answers, { card, right: isRight }],
      ...more,
    })
    progress = NO_PROGRESS
    playAnswer(question)
    if (isRight) following = clock.after(CORRECT_ANSWER_SHOWN_MS, next)
  }

  const next = (): void => {
    if (view.getState().phase !== 'answered') return
    if (clock.now() >= view.getState().endsAtMs) end()
    else askNext()
  }

  const end = (): void => {
    following?.dispose()
    const { phase, answers } = view.getState()
    if (phase !== 'asking' && phase !== 'answered') return
    view.setState(
      answers.length === 0 ? RESTING : { phase: 'ended', question: undefined, endsAtMs: clock.now() },
    )
  }

  const played = (note: PlayedNote) => {
    const { phase, question, verdict } = view.getState()
    if (!question || (phase !== 'asking' && phase !== 'answered')) return
    const judged = judgeNote(question, note, progress, neck())
    progress = judged.progress
    if (phase === 'answered') {
      // After a mistake, playing the correct answer moves on to the next question.
      if (verdict !== 'right' && judged.outcome === 'right') next()
      return
    }
    if (judged.outcome === 'right') answered('right', { found: progress.positions })
    else if (judged.outcome === 'going on') view.setState({ found: progress.positions })
    else if (judged.outcome === 'wrong')
      answered('wrong', { found: progress.positions, mistaken: placeOf(note) })
  }

  const placeOf = ({ pitch, string }: PlayedNote): Position | undefined =>
    string === undefined ? undefined : { string, fret: fretOf(pitch, neck(), 0, string) }

  const listening = events.on(MIDI_EVENT, event => {
    if (event.kind === 'note' && event.on && event.portId !== SONG_PORT)
      played({ pitch: event.number, string: event.string })
  })

  return {
    view,
    /** @throws SentenceError `nothing_asked` */
    start(kind?: Kind): void {
      if (cardsOf(kind).length === 0) throw new SentenceError('nothing_asked', SENTENCES.none, {})
      asked = NOTHING_ASKED
      const now = clock.now()
      view.setState({ ...RESTING, kind, startedAtMs: now, endsAtMs: now + settings().minutes * MINUTE_MS })
      askNext()
    },
    choose(value: string): void {
      const { phase, question } = view.getState()
      if (phase !== 'asking' || !question) return
      answered(value === question.right ? 'right' : 'wrong', { chosen: value })
    },
    hear(): void {
      const { question } = view.getState()
      if (!question) return
      playSounds(question)
      if (view.getState().phase === 'answered') playAnswer(question)
    },
    show(): void {
      if (view.getState().phase === 'asking') answered('shown')
    },
    next,
    end,
    leave(): void {
      following?.dispose()
      view.setState(RESTING)
    },
    dispose(): void {
      following?.dispose()
      listening.dispose()
    },
  }
}

export const canHear = (question: Question | undefined): boolean =>
  question !== undefined && isHeard(question.card.kind)

/** Returns a user's trainer. Questions use the current tuning unless the user has chosen another one. */
export async function openTrainer({ get, follow, load, scope }: PluginContext): Promise<Trainer> {
  await load(NECK_VIEW)
  const settings = get(SETTINGS).store(trainerSettings)
  const user = () => get(AUTH).state.getState().user?.id ?? ''
  const memory = () => settings.getState().memory[user()] ?? {}
  const chosen = () => {
    const { tuning } = settings.getState()
    return get(TUNING_LIST)
      .getState()
      .find(({ id }) => id === tuning)
  }
  const trainer = createTrainer({
    clock: get(CLOCK),
    events: get(EVENTS),
    output: get(MIDI_OUTPUT),
    settings: settings.getState,
    neck: () => chosen() ?? get(NECK_VIEW).getState().tuning,
    memory,
    remember: (id, remembered) =>
      settings.change({
        memory: { ...settings.getState().memory, [user()]: { ...memory(), [id]: remembered } },
      }),
    random: Math.random,
  })
  scope.add(trainer)
  scope.add(onSessionEnd(get(AUTH).state, () => trainer.leave()))
  follow(NECK_VIEW, view => void (view ?? trainer.leave()))
  publishCondition({ get, scope }, 'trainers.asking', trainer.view, ({ phase }) => phase === 'asking')
  publishCondition({ get, scope }, 'trainers.round', trainer.view, ({ phase }) =>
    ['asking', 'answered'].includes(phase),
  )
  return trainer
}
