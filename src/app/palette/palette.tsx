import { Text } from '@mantine/core'
import {
  KBarAnimator,
  KBarPortal,
  KBarPositioner,
  KBarProvider,
  KBarSearch,
  useKBar,
  VisualState,
} from 'kbar'
import {
  type ChangeEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { focusMain } from '../../core/react/focus-main.js'
import { useFingers } from '../../core/react/hooks/use-fingers.js'
import { useText } from '../../core/react/hooks/use-text.js'
import type { TypedAhead } from '../layout/typed-ahead.js'
import {
  type ArgumentStep,
  type StepItems,
  useArgumentItems,
  useArgumentStep,
} from './arguments/argument-step.js'
import classes from './palette.module.css'
import { stepId } from './results/palette-item.js'
import { usePaletteItems } from './results/palette-items.js'
import { Results } from './results/results.js'
import { useProviderRows } from './results/use-provider-rows.js'

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
      <OpenAtOnce onClosed={onClose} ask={ask} />
      <KBarPortal>
        <KBarPositioner className={classes.backdrop} style={{ zIndex: 300, padding: '12vh 16px 16px' }}>
          {/* kbar starts transparent. */}
          <KBarAnimator className={classes.box} style={{ opacity: 1, transform: 'none' }}>
            <PaletteBody />
            {typedAhead && <TypeAfter typedAhead={typedAhead} />}
          </KBarAnimator>
        </KBarPositioner>
      </KBarPortal>
    </KBarProvider>
  )
}

function OpenAtOnce({ onClosed, ask }: { onClosed: () => void; ask: string | undefined }) {
  const { query, visualState } = useKBar(state => ({ visualState: state.visualState }))

  // Before the search field takes the focus.
  const focused = useRef(document.activeElement)

  useEffect(() => {
    query.setVisualState(VisualState.showing)
    if (ask !== undefined) query.setCurrentRootAction(stepId(ask, {}))
  }, [query, ask])

  // Before the next key, which may open it again.
  useLayoutEffect(() => {
    if (visualState !== VisualState.animatingOut) return
    onClosed()
    const back = focused.current
    if (!back?.isConnected) focusMain()
    else if (back instanceof HTMLElement || back instanceof SVGElement) back.focus()
  }, [visualState, onClosed])

  return null
}

function TypeAfter({ typedAhead }: { typedAhead: () => TypedAhead }) {
  const { query } = useKBar()
  useEffect(() => {
    const { text, enter } = typedAhead()
    const field = query.getInput()
    if (text !== '') {
      // React notices the value of a controlled input only through the event.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    if (!enter) return
    const pressed = new window.KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
    requestAnimationFrame(() => field.dispatchEvent(pressed))
  }, [query, typedAhead])
  return null
}

function PaletteBody() {
  const { t, tm } = useText()
  const { rootId } = useKBar(state => ({ rootId: state.currentRootActionId }))
  const { search, onType } = useTyped(rootId ?? '')
  const step = useArgumentStep(rootId)
  const { rows: commandRows, total } = usePaletteItems(search)
  const providerRows = useProviderRows(step ? '' : search)
  const stepItems = useArgumentItems(step, search)
  const rows = useMemo(
    () =>
      step ? stepItems.items : providerRows.length > 0 ? [...commandRows, ...providerRows] : commandRows,
    [step, stepItems, commandRows, providerRows],
  )
  const count = useMemo(() => rows.filter(row => typeof row === 'object').length, [rows])
  const question = step ? tm(step.command.source, step.field.title) : t('Search commands')
  const onKeyDownCapture = useBackOnBackspace(rootId)

  return (
    <div
      role="dialog"
      aria-modal="true"
      aria-label={t('Search commands')}
      onKeyDownCapture={onKeyDownCapture}
    >
      {step && (
        <Text fz={13} c="dimmed" px={20} pt={12}>
          {tm(step.command.source, step.command.title)}
        </Text>
      )}
      <KBarSearch
        key={rootId ?? ''}
        className={classes.search}
        defaultPlaceholder={question}
        onChange={onType}
        aria-label={question}
        aria-autocomplete="list"
        aria-describedby="palette-hint"
        aria-invalid={stepItems.problem ? true : undefined}
      />
      <Found count={step ? count : Math.max(count, total)} />
      <Results rows={rows} count={count} label={question} step={rootId ?? ''} search={search} />
      <Text
        id="palette-hint"
        className={count > 0 ? classes.spoken : undefined}
        c="dimmed"
        p={count > 0 ? 0 : 20}
        style={{ overflowWrap: 'anywhere' }}
        role="status"
      >
        <Hint step={step} items={stepItems} search={search} count={count} />
      </Text>
    </div>
  )
}

/** kbar passes the text on two renders later: a frame with the old list would be painted. */
function useTyped(step: string) {
  const [typed, setTyped] = useState({ step, text: '' })
  const onType = useCallback(
    (event: ChangeEvent<HTMLInputElement>) => setTyped({ step, text: event.target.value }),
    [step],
  )
  return { search: typed.step === step ? typed.text : '', onType }
}

/** kbar would decide by outdated text. */
function useBackOnBackspace(rootId: string | null | undefined) {
  const { query } = useKBar()
  return (event: KeyboardEvent) => {
    if (!rootId || event.key !== 'Backspace') return
    event.stopPropagation()
    if (query.getInput().value === '' && !event.repeat) query.setCurrentRootAction(undefined)
  }
}

function Found({ count }: { count: number }) {
  const { t } = useText()
  return (
    <p role="status" className={classes.spoken}>
      {count === 0 ? '' : count === 1 ? t('One result') : t('{{number}} results', { number: count })}
    </p>
  )
}

interface HintProps {
  readonly step: ArgumentStep | undefined
  readonly items: StepItems
  readonly search: string
  readonly count: number
}

function Hint({ step, items: { loading, failure, problem, noChoice, nothing }, search, count }: HintProps) {
  const { t, tm } = useText()
  const fingers = useFingers()
  // Also shown above the rows, since screen readers read rows one by one.
  if (failure !== undefined) return failure
  if (count > 0) return null
  if (!step) return t('No matching commands.')
  if (loading) return step.field.searched && search.trim() !== '' ? t('Searching …') : t('Loading')
  if (problem) return tm('core', problem.message, { ...problem.values })
  if (nothing) {
    return fingers
      ? t('Nothing to choose from right now.')
      : t('Nothing to choose from right now. Press Backspace to go back.')
  }
  if (step.field.searched && search.trim() === '')
    return fingers ? t('Start typing.') : t('Start typing, or press Backspace to go back.')
  if (noChoice) {
    return fingers
      ? t('No matches for “{{search}}”.', { search })
      : t('No matches for “{{search}}”. Press Backspace to go back.', { search })
  }
  return fingers ? t('Enter a valid value.') : t('Enter a valid value, or press Backspace to go back.')
}
