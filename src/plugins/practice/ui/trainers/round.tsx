import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { IconArrowRight, IconEye, IconVolume } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import { CLOCK, SETTINGS } from '../../../../core/kernel/tokens.js'
import { useLostFocus } from '../../../../core/react/hooks/focus-main.js'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useSaid } from '../../../../core/react/hooks/use-said.js'
import { useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { PluginScreen } from '../../../../core/react/plugin-screen.js'
import type { NoteNames } from '../../../../music/guitar/note-names.js'
import { isSamePosition, type Position } from '../../../../music/guitar/position.js'
import { BARE_NECK, NECK_VIEW, type NeckMark } from '../../../fretboard/tokens.js'
import { trainerSettings } from '../../trainer-settings.js'
import type { Choice, Question } from '../../trainers/question.js'
import { canHear, type Trainer, type TrainerView } from '../../trainers/trainer.js'
import { KIND_NAMES, useAnswerWords } from './answer-words.js'
import { Staff, useStaffWords } from './staff.js'
import classes from './train.module.css'

export function Round({ trainer }: { trainer: Trainer }) {
  const view = useStore(trainer.view)
  const { tm } = useText()
  const place = useLostFocus<HTMLDivElement>(view)
  const { question, found } = view
  useEffect(() => {
    place.current?.scrollIntoView?.({ block: 'nearest' })
  }, [place])
  if (!question) return null
  return (
    <Stack
      component="section"
      gap={16}
      p={16}
      className={`fw-card ${classes.card}`}
      data-round={question.card.kind}
      ref={place}
      tabIndex={-1}
      aria-label={tm('practice', KIND_NAMES[question.card.kind])}
    >
      <TimeLeft view={view} />
      <Prompt question={question} found={found} />
      <AskedNeck view={view} />
      <Choices question={question} view={view} trainer={trainer} />
      <Stack gap={8} className={classes.answered}>
        <Feedback view={view} />
        <Actions view={view} />
      </Stack>
    </Stack>
  )
}

const SECOND_MS = 1000

function TimeLeft({ view: { answers, startedAtMs, endsAtMs } }: { view: TrainerView }) {
  const { t } = useText()
  const clock = useService(CLOCK)
  const [now, setNow] = useState(clock.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [clock])
  const right = answers.filter(answer => answer.right).length
  const share = (now - startedAtMs) / Math.max(1, endsAtMs - startedAtMs)
  return (
    <Group gap={12} wrap="nowrap">
      <Progress flex={1} value={Math.round(Math.min(1, share) * 100)} aria-label={t('Round progress')} />
      <Text size="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {t('{{right}} of {{asked}} correct', { right, asked: answers.length })}
      </Text>
    </Group>
  )
}

function Prompt({ question, found }: { question: Question; found: readonly Position[] }) {
  const { t } = useText()
  const { note } = useAnswerWords()
  const staffWords = useStaffWords()
  const { card, root, positions } = question
  const words = () => {
    switch (card.kind) {
      case 'position':
        return t('Which note is this?')
      case 'find':
        return t('Find every {{note}}', { note: note(card.pitchClass) })
      case 'interval':
        return t('Which interval from {{root}} is this?', { root: note(root) })
      case 'chord':
        return t('What type of {{root}} chord is this?', { root: note(root) })
      case 'degree':
        return t('Which degree of {{root}} major is this?', { root: note(root) })
      case 'staff':
        return t('Which note is on the staff?')
    }
  }
  const position =
    card.kind === 'position'
      ? t(card.position.fret === 0 ? 'Open string {{string}}' : 'String {{string}}, fret {{fret}}', {
          ...card.position,
        })
      : ''
  const progress =
    card.kind === 'find'
      ? t('{{found}} of {{total}} found', { found: found.length, total: positions.length })
      : ''
  const picture = card.kind === 'staff' ? staffWords(card.pitch) : ''
  useSaid(`${words()} ${position}${picture}`, question)
  useSaid(found.length > 0 ? progress : '')
  return (
    <Stack align="center" gap={4}>
      <Title order={2} fz={20} ta="center">
        {words()}
        {(position || progress) && (
          <Text c="dimmed" fz={14} fw={400} component="span" display="block">
            {position || progress}
          </Text>
        )}
      </Title>
      {card.kind === 'staff' && <Staff pitch={card.pitch} />}
    </Stack>
  )
}

export function marksOf({ question, phase, found, mistaken, verdict }: TrainerView): readonly NeckMark[] {
  if (!question) return []
  const { card, positions } = question
  const answered = phase === 'answered'
  const marks: NeckMark[] = found.map(position => ({ ...position, look: 'right' }))
  const mark = (position: Position, look: NeckMark['look']) => {
    if (!marks.some(each => isSamePosition(each, position))) marks.push({ ...position, look })
  }
  if (card.kind === 'position')
    mark(card.position, !answered ? 'awaited' : verdict === 'right' ? 'right' : 'wrong')
  if (answered) for (const position of positions) mark(position, 'outline')
  if (answered && mistaken) mark(mistaken, 'wrong')
  return marks
}

function AskedNeck({ view }: { view: TrainerView }) {
  const bare = useService(BARE_NECK)
  const settings = useStore(useService(SETTINGS).store(trainerSettings))
  const { fretFrom, fretTo, tuning } = settings
  useEffect(() => {
    bare.setState(
      {
        frets: { from: Math.min(fretFrom, fretTo), to: Math.max(fretFrom, fretTo) },
        marks: marksOf(view),
        ...(tuning !== '' && { tuningId: tuning }),
      },
      true,
    )
  }, [bare, fretFrom, fretTo, view, tuning])
  useEffect(() => () => bare.setState(undefined, true), [bare])
  return (
    <div className={classes.neck}>
      <PluginScreen plugin="fretboard" screen="BareNeck" part />
    </div>
  )
}

function Choices({ question, view, trainer }: { question: Question; view: TrainerView; trainer: Trainer }) {
  const { t } = useText()
  const words = useAnswerWords()
  const names = useStore(useService(NECK_VIEW), ({ noteNames }) => noteNames)
  const { phase, chosen } = view
  const hints = useKeyHints()
  const choose = useCallback((value: string) => trainer.choose(value), [trainer])
  useAnswerKeys(phase === 'asking' ? question : undefined, names, choose)
  if (question.choices.length === 0) return null
  const answered = phase === 'answered'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields, and these are buttons
    <div className={classes.choices} role="group" aria-label={t('Answers')} data-named={question.named}>
      {question.choices.map((choice, index) => {
        const isRight = answered && choice.value === question.right
        const isWrong = answered && choice.value === chosen && !isRight
        return (
          <button
            key={choice.value}
            type="button"
            className={classes.choice}
            data-right={isRight || undefined}
            data-wrong={isWrong || undefined}
            aria-label={words.choice(choice, question.named)}
            aria-keyshortcuts={hints[index]}
            disabled={answered}
            onClick={() => choose(choice.value)}
          >
            <span>{words.choice(choice, question.named)}</span>
            <kbd>{hints[index]}</kbd>
          </button>
        )
      })}
    </div>
  )
}

function Feedback({ view: { question, phase, verdict } }: { view: TrainerView }) {
  const { t } = useText()
  const { answer } = useAnswerWords()
  const words = () => {
    if (!question || phase !== 'answered') return ''
    const values = { answer: answer(question.card) }
    if (verdict === 'right') return t('Correct: {{answer}}.', values)
    return verdict === 'shown' ? t('Answer: {{answer}}.', values) : t('Wrong. Answer: {{answer}}.', values)
  }
  return (
    <Text mih={{ base: 0, sm: '1.5em' }} fw={600} ta="center" role="status" data-verdict={verdict}>
      {words()}
    </Text>
  )
}

function Actions({ view: { question, phase } }: { view: TrainerView }) {
  const hear = useCommand('trainers.hear')
  const show = useCommand('trainers.show-answer')
  const next = useCommand('trainers.next')
  const end = useCommand('trainers.end-round')
  const answered = phase === 'answered'
  return (
    <Group gap="sm">
      {canHear(question) && (
        <Button variant="default" leftSection={<IconVolume size={16} />} onClick={() => hear.run()}>
          {hear.title}
        </Button>
      )}
      {answered ? (
        <Button rightSection={<IconArrowRight size={16} />} onClick={() => next.run()}>
          {next.title}
        </Button>
      ) : (
        <Button variant="default" leftSection={<IconEye size={16} />} onClick={() => show.run()}>
          {show.title}
        </Button>
      )}
      <Button variant="subtle" color="gray" ml="auto" onClick={() => end.run()}>
        {end.title}
      </Button>
    </Group>
  )
}

const CHOICE_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '-', '='] as const

/** Codes of the two keys to the right of 0, whose characters depend on the keyboard layout. */
const SIGN_CODES = ['Minus', 'Equal'] as const

/** Omits the layout-dependent keys if the browser doesn't report the keyboard layout. */
function useKeyHints(): readonly (string | undefined)[] {
  const [signs, setSigns] = useState<readonly (string | undefined)[]>([])
  useEffect(() => {
    const { keyboard } = navigator as { keyboard?: { getLayoutMap(): Promise<ReadonlyMap<string, string>> } }
    const show = (keys: ReadonlyMap<string, string>) => setSigns(SIGN_CODES.map(code => keys.get(code)))
    keyboard?.getLayoutMap().then(show, () => undefined)
  }, [])
  return [...CHOICE_KEYS.slice(0, -SIGN_CODES.length), ...signs]
}

const GERMAN: Readonly<Record<string, string>> = { h: 'B', b: 'A#' }

/** Returns the choice for a key: its number, or a note letter (with Shift for the sharp). */
export function chosenBy(
  key: string,
  shift: boolean,
  { choices, named }: Pick<Question, 'choices' | 'named'>,
  names: NoteNames,
): string | undefined {
  const place = CHOICE_KEYS.indexOf(key as (typeof CHOICE_KEYS)[number])
  const byPlace: Choice | undefined = place < 0 || shift ? undefined : choices[place]
  if (byPlace || named !== 'notes') return byPlace?.value
  const letter = key.toLowerCase()
  const name = (names === 'german' ? GERMAN[letter] : undefined) ?? letter.toUpperCase()
  return choices.find(({ value }) => value === (shift ? `${name}#` : name))?.value
}

function useAnswerKeys(question: Question | undefined, names: NoteNames, choose: (value: string) => void) {
  useEffect(() => {
    if (!question) return
    const heard = (event: KeyboardEvent) => {
      const { code, shiftKey, target } = event
      const key = code === 'Minus' ? '-' : code === 'Equal' ? '=' : event.key
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]'))
        return
      const value = chosenBy(key, shiftKey, question, names)
      if (value === undefined) return
      event.preventDefault()
      choose(value)
    }
    window.addEventListener('keydown', heard)
    return () => window.removeEventListener('keydown', heard)
  }, [question, names, choose])
}
