/** The command palette: kbar shows one flat, filtered list of ours; ranking and running stay with the commands. */
import { Kbd } from '@mantine/core'
import {
  type ActionImpl,
  KBarAnimator,
  KBarPortal,
  KBarPositioner,
  KBarProvider,
  KBarResults,
  KBarSearch,
  useKBar,
  useRegisterActions,
  VisualState,
} from 'kbar'
import { useEffect, useMemo, useRef } from 'react'
import { bindingLabels } from '../../core/commands/keys.js'
import { useKernel } from '../../core/react/kernel-context.js'
import { useText } from '../../core/react/use-text.js'
import { useArgumentItems, useArgumentStep } from './argument-step.js'
import classes from './palette.module.css'
import type { PaletteItem } from './palette-item.js'
import { usePaletteItems } from './palette-items.js'

/** A key that no keyboard has: opening is the business of our own key bindings. */
const NO_KEY = 'F24'

export default function Palette({ onClose }: { onClose: () => void }) {
  return (
    <KBarProvider
      options={{
        toggleShortcut: NO_KEY,
        animations: { enterMs: 0, exitMs: 0 },
        disableScrollbarManagement: true,
      }}
    >
      <OpenAtOnce onClosed={onClose} />
      <EnterWaits />
      <KBarPortal>
        <KBarPositioner className={classes.backdrop} style={{ zIndex: 300, padding: '12vh 16px 16px' }}>
          {/* The library begins transparent and fades in; here it is there at once. */}
          <KBarAnimator className={classes.box} style={{ opacity: 1, transform: 'none' }}>
            <PaletteBody />
          </KBarAnimator>
        </KBarPositioner>
      </KBarPortal>
    </KBarProvider>
  )
}

/** kbar starts hidden; it is mounted to be open, and unmounted when it has closed. */
function OpenAtOnce({ onClosed }: { onClosed: () => void }) {
  const { query, visualState } = useKBar(state => ({ visualState: state.visualState }))

  // Read while rendering, before the search field takes the focus.
  const focused = useRef(document.activeElement)

  useEffect(() => query.setVisualState(VisualState.showing), [query])

  useEffect(() => {
    if (visualState !== VisualState.animatingOut) return
    onClosed()
    if (focused.current instanceof HTMLElement || focused.current instanceof SVGElement)
      focused.current.focus()
  }, [visualState, onClosed])

  return null
}

/**
 * Enter means the list that answers what is written. Pressed in the moment before the list has followed, it would
 * run the first row of the old one: it is held back until the two agree. Mounted before the list, and so asked first.
 */
function EnterWaits() {
  const { query, search } = useKBar(state => ({ search: state.searchQuery }))
  const answered = useRef(search)
  answered.current = search

  useEffect(() => {
    const heard = (event: KeyboardEvent) => {
      const field = event.target
      if (event.key !== 'Enter' || event.isComposing || !(field instanceof HTMLInputElement)) return
      if (field !== query.getInput() || field.value === answered.current) return
      event.preventDefault()
      event.stopImmediatePropagation()
      const again = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
      requestAnimationFrame(() => field.dispatchEvent(again))
    }
    window.addEventListener('keydown', heard, { capture: true })
    return () => window.removeEventListener('keydown', heard, { capture: true })
  }, [query])

  return null
}

function PaletteBody() {
  const { t, tm } = useText()
  const { search, rootId } = useKBar(state => ({
    search: state.searchQuery,
    rootId: state.currentRootActionId,
  }))
  const step = useArgumentStep(rootId)
  const commandItems = usePaletteItems(search)
  const argumentItems = useArgumentItems(step, search)
  const items = step ? argumentItems : commandItems
  const rows = useMemo(() => items.map(asRow), [items])
  const question = step ? tm(step.command.source, step.field.title) : t('Search commands')
  // The library looks its root up among its actions; without a parent, Backspace leads back to all commands.
  useRegisterActions(rootId ? [{ id: rootId, name: question }] : [], [rootId, question])

  return (
    <div role="dialog" aria-modal="true" aria-label={t('Search commands')}>
      {step && <p className={classes.asking}>{tm(step.command.source, step.command.title)}</p>}
      <KBarSearch
        key={rootId ?? ''}
        className={classes.search}
        defaultPlaceholder={question}
        aria-label={question}
      />
      {rows.length > 0 ? (
        <KBarResults
          items={rows}
          maxHeight={420}
          onRender={({ item, active }) => <Row item={(item as unknown as PaletteRow).item} active={active} />}
        />
      ) : (
        <p className={classes.empty} role="status">
          {step
            ? t('Type a value that fits, or press Backspace to go back.')
            : t('No command is called "{{search}}". Try fewer letters.', { search })}
        </p>
      )}
    </div>
  )
}

/** What KBarResults needs of an action: one without a command becomes the new root, which asks for an argument. */
interface PaletteRow extends Pick<ActionImpl, 'id' | 'name'> {
  readonly command?: { perform: () => void }
  readonly item: PaletteItem
}

function asRow(item: PaletteItem): PaletteRow {
  return { id: item.id, name: item.title, command: item.run && { perform: item.run }, item }
}

function Row({ item, active }: { item: PaletteItem; active: boolean }) {
  const { platform } = useKernel()
  return (
    <div className={classes.row} data-active={active || undefined}>
      <span className={classes.section}>{item.section}</span>
      <span className={classes.title}>{item.title}</span>
      {item.keys.slice(0, 1).map(binding => (
        <span key={binding} className={classes.keys}>
          {bindingLabels(binding, platform.mac).map(label => (
            <Kbd key={label} size="xs">
              {label}
            </Kbd>
          ))}
        </span>
      ))}
    </div>
  )
}
