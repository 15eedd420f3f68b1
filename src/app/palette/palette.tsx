import { Text } from '@mantine/core'
import {
  KBAR_LISTBOX,
  KBarAnimator,
  KBarPortal,
  KBarPositioner,
  KBarProvider,
  useKBar,
  VisualState,
} from 'kbar'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type ArgumentField, argumentFields } from '../../core/commands/argument-fields.js'
import type { ArgumentChoice, Arguments } from '../../core/commands/command.js'
import type { Command } from '../../core/commands/command-registry.js'
import { rank } from '../../core/commands/search/rank.js'
import { choiceLabel } from '../../core/commands/search/value-lists.js'
import { sentenceFor } from '../../core/http/error-sentences.js'
import type { FieldProblem } from '../../core/platform/field-value.js'
import { focusMain } from '../../core/react/hooks/focus-main.js'
import { useTouchInput } from '../../core/react/hooks/use-touch-input.js'
import { useKernel, useText } from '../../core/react/kernel-context.js'
import type { TypedAhead } from '../layout/typed-ahead.js'
import classes from './palette.module.css'
import {
  type PaletteItem,
  type PaletteRow,
  readStepId,
  stepId,
  useRunAndNote,
} from './results/palette-item.js'
import { usePaletteItems } from './results/palette-items.js'
import { Results } from './results/results.js'
import { TYPING_PAUSE_MS, useProviderRows } from './results/use-provider-rows.js'

const NO_KEY = 'F24'

interface PaletteProps {
  readonly onClose: () => void
  readonly typedAhead?: () => TypedAhead
  readonly ask?: string | undefined
}

export default function Palette({ onClose, typedAhead, ask }: PaletteProps) {
  return (
    <KBarProvider
      options={{
        toggleShortcut: NO_KEY,
        animations: { enterMs: 0, exitMs: 0 },
        disableScrollbarManagement: true,
      }}
    >
      <OpenAtOnce onClosed={onClose} />
      <KBarPortal>
        <KBarPositioner className={classes.backdrop} style={{ zIndex: 300, padding: '12vh 16px 16px' }}>
          <Outside />
          {/* kbar fades in, and closes on pointerdown, so the click would hit the element underneath. */}
          <KBarAnimator
            className={classes.box}
            style={{ opacity: 1, transform: 'none' }}
            disableCloseOnOuterClick
          >
            <PaletteBody ask={ask} />
            {typedAhead && <TypeAfter typedAhead={typedAhead} />}
          </KBarAnimator>
        </KBarPositioner>
      </KBarPortal>
    </KBarProvider>
  )
}

function Outside() {
  const { query } = useKBar()
  return (
    <div
      className={classes.outside}
      aria-hidden="true"
      onClick={() => query.setVisualState(VisualState.animatingOut)}
    />
  )
}

function OpenAtOnce({ onClosed }: { onClosed: () => void }) {
  const { query, visualState } = useKBar(state => ({ visualState: state.visualState }))

  // Read during render, before the search field takes focus.
  const focused = useRef(document.activeElement)

  useEffect(() => query.setVisualState(VisualState.showing), [query])

  const giveBack = useCallback(() => {
    const back = focused.current
    focused.current = null
    if (!back?.isConnected) focusMain()
    else if (back instanceof HTMLElement || back instanceof SVGElement) back.focus({ preventScroll: true })
  }, [])

  // Use a layout effect: the next key press may reopen the palette.
  useLayoutEffect(() => {
    if (visualState !== VisualState.animatingOut) return
    onClosed()
    giveBack()
  }, [visualState, onClosed, giveBack])

  // Also restores focus if the Back button closes the palette.
  useLayoutEffect(() => () => void (focused.current && giveBack()), [giveBack])

  return null
}

function TypeAfter({ typedAhead }: { typedAhead: () => TypedAhead }) {
  const { query } = useKBar()
  useEffect(() => {
    const { text, enter } = typedAhead()
    const field = query.getInput()
    if (text !== '') {
      // React ignores a value set directly on a controlled input.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    if (!enter) return
    const pressed = new window.KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
    requestAnimationFrame(() => field.dispatchEvent(pressed))
  }, [query, typedAhead])
  return null
}

function PaletteBody({ ask }: { ask: string | undefined }) {
  const { t, tm } = useText()
  const { query } = useKBar()
  const [{ at, search }, setField] = useState({ at: ask === undefined ? '' : stepId(ask, {}), search: '' })
  // Synchronous, so that the next key press reaches the next step's field.
  const goTo = useCallback((at: string) => flushSync(() => setField({ at, search: '' })), [])
  const step = useArgumentStep(at)
  const { rows: commandRows, total, note } = usePaletteItems(search)
  const providerRows = useProviderRows(step ? '' : search)
  const stepItems = useArgumentItems(step, search)
  const rows = useMemo(() => {
    if (step) return stepItems.items
    if (!note && providerRows.length === 0) return commandRows
    return [...(note ? [note] : []), ...commandRows, ...providerRows]
  }, [step, stepItems, commandRows, providerRows, note])
  const count = useMemo(() => rows.filter(row => typeof row === 'object').length, [rows])
  const question = step ? tm(step.command.source, step.field.title) : t('Search commands')
  const hint = useHint({ step, items: stepItems, search, count, note: step ? undefined : note })
  const said = useSaidLater(hint, step ? count : Math.max(count, total), search)

  return (
    <div role="dialog" aria-modal="true" aria-label={t('Search commands')}>
      {step && (
        <Text fz={13} c="dimmed" px={20} pt={12}>
          {tm(step.command.source, step.command.title)}
        </Text>
      )}
      <input
        key={at}
        ref={query.inputRefSetter}
        className={classes.search}
        // biome-ignore lint/a11y/noAutofocus: the palette is a modal search
        autoFocus
        autoComplete="off"
        spellCheck="false"
        role="combobox"
        value={search}
        placeholder={question}
        onChange={({ target }) => setField({ at, search: target.value })}
        onKeyDown={event => {
          if (at && search === '' && event.key === 'Backspace' && !event.repeat) goTo('')
        }}
        aria-label={question}
        aria-autocomplete="list"
        aria-expanded={count > 0}
        aria-controls={count > 0 ? KBAR_LISTBOX : undefined}
        // Argument prompts are already announced in the status.
        aria-describedby={step && !stepItems.problem ? undefined : 'palette-hint'}
        aria-invalid={stepItems.problem ? true : undefined}
      />
      <p role="status" className={classes.spoken}>
        {said}
      </p>
      <Results rows={rows} count={count} label={question} step={at} search={search} goTo={goTo} />
      <Text
        id="palette-hint"
        className={count > 0 ? classes.spoken : undefined}
        c="dimmed"
        p={count > 0 ? 0 : 20}
        style={{ overflowWrap: 'anywhere' }}
      >
        {hint}
      </Text>
    </div>
  )
}

const SAID_MS = 500

/** Returns the announcement for screen readers once the user pauses typing. */
function useSaidLater(hint: string | null, count: number, search: string): string {
  const { clock } = useKernel().platform
  const { t } = useText()
  const [said, setSaid] = useState('')
  const found = count === 0 ? '' : count === 1 ? t('One result') : t('{{number}} results', { number: count })
  const words = [hint ?? '', found].join(' ').trim()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each keystroke restarts the timer
  useEffect(() => {
    const pause = clock.after(SAID_MS, () => setSaid(words))
    return () => pause.dispose()
  }, [clock, words, search])
  return said
}

interface HintProps {
  readonly step: ArgumentStep | undefined
  readonly items: StepItems
  readonly search: string
  readonly count: number
  readonly note: string | undefined
}

function useHint({ step, items, search, count, note }: HintProps): string | null {
  const { loading, failure, problem, noChoice, nothing } = items
  const { t, tm } = useText()
  const isTouch = useTouchInput()
  // Announce errors even if there are rows: screen readers read rows one by one.
  if (failure !== undefined) return failure
  if (note !== undefined) return note
  if (count > 0) return null
  if (!step) return t('No matching commands.')
  if (loading) return step.field.searched && search.trim() !== '' ? t('Searching…') : t('Loading')
  if (problem) return tm('core', problem.message, { ...problem.values })
  if (nothing) {
    return isTouch
      ? t('Nothing to choose from right now.')
      : t('Nothing to choose from right now. Press Backspace to go back.')
  }
  if (search.trim() === '')
    return isTouch ? t('Start typing.') : t('Start typing, or press Backspace to go back.')
  if (noChoice) {
    return isTouch
      ? t('No matches for “{{search}}”.', { search })
      : t('No matches for “{{search}}”. Press Backspace to go back.', { search })
  }
  return isTouch ? t('Enter a valid value.') : t('Enter a valid value, or press Backspace to go back.')
}

interface ArgumentStep {
  readonly command: Command
  readonly field: ArgumentField
  readonly last: boolean
  readonly soFar: Arguments
}

interface StepItems {
  readonly items: readonly PaletteRow[]
  readonly loading?: boolean
  readonly failure?: string
  readonly problem?: FieldProblem
  /** True if only listed values are allowed and none matches. */
  readonly noChoice?: boolean
  readonly nothing?: boolean
}

/** Returns the argument prompt with the given step ID. */
function useArgumentStep(at: string): ArgumentStep | undefined {
  const { commands } = useKernel()
  return useMemo(() => {
    const asked = readStepId(at)
    const command = asked && commands.find(asked.command)
    if (!command) return undefined
    const { soFar } = asked
    const missing = argumentFields(command).filter(field => !(field.name in soFar))
    const [field] = missing
    return field && { command, field, last: missing.length === 1, soFar }
  }, [at, commands])
}

function useArgumentItems(step: ArgumentStep | undefined, search: string): StepItems {
  const { t, tm } = useText()
  const run = useRunAndNote()
  const label = useMemo(() => choiceLabel({ tm }), [tm])
  const listed = useListedChoices(step, search)

  return useMemo(() => {
    if (!step) return { items: [] }
    if (listed.status === 'waiting') return { items: [], loading: true }
    const { command, field, last, soFar } = step
    const item = (value: unknown, name: string): PaletteItem => {
      const args = { ...soFar, [field.name]: value }
      return {
        id: stepId(command.id, args),
        name,
        section: tm(command.source, field.title),
        command: last ? { perform: () => run(command.id, args, labelsOf(command, args, name)) } : undefined,
      }
    }
    if (listed.status === 'failed') {
      const { sentence, values } = sentenceFor(listed.error)
      const failure = t('Couldn’t load the list. {{reason}}', { reason: tm('core', sentence, values) })
      const again = { id: 'list again', name: t('Try again'), section: '', stays: true }
      const reading = search.trim() === '' || field.searched ? undefined : field.read(search)
      const known = reading && 'value' in reading ? [item(reading.value, search.trim())] : []
      return { items: [failure, ...known, { ...again, command: { perform: listed.retry } }], failure }
    }
    const choices = listed.choices ?? field.choices?.map(value => ({ value, label: String(value) }))
    if (choices && field.searched) {
      const items = choices.map(choice => item(choice.value, label(command.source, choice)))
      return { items, noChoice: items.length === 0 }
    }
    if (choices?.length === 0) return { items: [], nothing: true }
    if (choices) {
      const entries = choices.map((choice, index) => ({
        id: String(index),
        texts: [label(command.source, choice)],
        value: choice.value,
        number: 'number' in choice ? choice.number : undefined,
      }))
      const found = meantBy(search, entries) ?? rank(entries, search)
      // If a number is out of range, the message shows the range.
      const reading = field.choices && isNumber(search) ? field.read(search) : undefined
      if (found.length === 0 && reading && 'problem' in reading)
        return { items: [], problem: reading.problem }
      const listed = found.map(({ value, texts }) => item(value, texts[0] ?? ''))
      const typed = search.trim()
      if (field.open && typed !== '' && found.every(({ texts }) => texts[0] !== typed))
        return { items: [...(found.length === 0 ? [] : listed), item(typed, typed)] }
      return { items: listed, noChoice: found.length === 0 }
    }
    const reading = field.read(search)
    if ('value' in reading) return { items: [item(reading.value, search.trim())] }
    return { items: [], problem: search.trim() === '' ? undefined : reading.problem }
  }, [step, listed, search, run, label, t, tm])
}

/** @param name label of the last argument */
function labelsOf(command: Command, args: Arguments, name: string): readonly string[] {
  const given = argumentFields(command).map(field => args[field.name])
  return given.map((value, at) => (at === given.length - 1 ? name : String(value)))
}

/** Finds entries by typed number. Returns `undefined` if the entries have no numbers. */
function meantBy<T extends { readonly number: number | undefined }>(search: string, entries: readonly T[]) {
  if (!isNumber(search) || entries.every(({ number }) => number === undefined)) return undefined
  return entries.filter(({ number }) => number === Number(search))
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text.replace(',', '.')))
}

type ListedChoices =
  | { readonly status: 'waiting' }
  | { readonly status: 'listed'; readonly choices: readonly ArgumentChoice[] | undefined }
  | { readonly status: 'failed'; readonly error: unknown; readonly retry: () => void }

interface Asked {
  readonly command: { readonly id: string }
  readonly field: Pick<ArgumentField, 'name' | 'searched'>
}

interface Answer {
  readonly step: Asked
  readonly typed: string
  readonly listed: ListedChoices
}

const WAITING: ListedChoices = { status: 'waiting' }
const NONE: ListedChoices = { status: 'listed', choices: undefined }

function useListedChoices(step: Asked | undefined, search: string): ListedChoices {
  const { commands, log, platform } = useKernel()
  const [answer, setAnswer] = useState<Answer>()
  const [tries, setTries] = useState(0)
  const typed = step?.field.searched ? search.trim() : ''

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry repeats the request
  useEffect(() => {
    if (!step) return
    const asking = new AbortController()
    const take = (listed: ListedChoices) => {
      if (!asking.signal.aborted) setAnswer({ step, typed, listed })
    }
    const retry = () => {
      setAnswer(undefined)
      setTries(before => before + 1)
    }
    const { command, field } = step
    const ask = () =>
      commands.choicesFor(command.id, field.name, { typed, signal: asking.signal }).then(
        choices => take({ status: 'listed', choices }),
        error => {
          if (!asking.signal.aborted) log.warn(`Couldn't list the choices of ${command.id}`, error)
          take({ status: 'failed', error, retry })
        },
      )
    const pause = typed === '' ? undefined : platform.clock.after(TYPING_PAUSE_MS, () => void ask())
    if (!pause) void ask()
    return () => {
      pause?.dispose()
      asking.abort()
    }
  }, [step, typed, tries, commands, log, platform])

  if (!step) return NONE
  return answer?.step === step && answer.typed === typed ? answer.listed : WAITING
}
