import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { ReadonlyStore } from '../../../../core/platform/store.js'
import { useSaid } from '../../../../core/react/hooks/use-said.js'
import {
  useKernel,
  useService,
  useStore,
  useStoreLater,
  useText,
} from '../../../../core/react/kernel-context.js'
import {
  type SummaryWords,
  summaryOf,
  summaryOfBeyond,
  summaryOfNow,
  summaryWords,
} from '../../neck/neck-summary.js'
import { panelSettings } from '../../settings.js'
import { NECK, NECK_VIEW, type NeckView, NOW, TUNING_LIST } from '../../tokens.js'

/** Silence in ms before notes are announced. Announcing every note would lag behind the music. */
const REST_MS = 1000

export function NeckSummaryText() {
  const { t } = useText()
  return (
    <VisuallyHidden component="section" aria-label={t('Neck description')}>
      <Shown />
      <Sounding />
    </VisuallyHidden>
  )
}

const whole = (view: NeckView) => view

function Shown() {
  const { tm } = useText()
  const view = useStoreLater(useService(NECK_VIEW), whole)
  const tunings = useStore(useService(TUNING_LIST))
  return <p>{summaryOf(view, summaryWords(view, tunings, tm, view.noteNames)).join(' ')}</p>
}

function Sounding() {
  const { tm } = useText()
  const now = useRested(useService(NOW), REST_MS)
  const noteNames = useStore(useService(NECK_VIEW), view => view.noteNames)
  const say: SummaryWords['say'] = (sentence, values) => tm('fretboard', sentence, values)
  const neck = useService(NECK)
  const beyond = now.what === 'sounding' ? summaryOfBeyond(neck.beyond(), { say }) : ''
  const words = `${summaryOfNow(now, { say, noteNames })} ${beyond}`.trim()
  const { speakNotes } = useStore(useKernel().settings.store(panelSettings))
  useSaid(speakNotes && now.what === 'sounding' ? words : '')
  return <p>{words}</p>
}

export function useRested<T>(store: ReadonlyStore<T>, restMs: number): T {
  const [rested, setRested] = useState(store.getState)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setRested(store.getState), restMs)
    }
    restart()
    const unsubscribe = store.subscribe(restart)
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [store, restMs])
  return rested
}
