/** What the fretboard itself draws over the neck: the chord beside the scale, and the fingers of a voicing. */
import { useMemo } from 'react'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useService } from '../../../../core/react/kernel-context.js'
import { chordMarks } from '../../chords/chord-marks.js'
import { CHORD_FINDER } from '../../internal-tokens.js'
import type { NeckGeometry } from '../../neck/neck-geometry.js'
import { NECK_VIEW } from '../../tokens.js'
import styles from './neck.module.css'
import { Marks } from './neck-layers.js'

export function ChordLayer({ geometry }: { geometry: NeckGeometry }) {
  const view = useService(NECK_VIEW)
  const tuning = useStore(view, now => now.tuning)
  const capo = useStore(view, now => now.capo)
  const chord = useStore(view, now => now.chord)
  const fingers = useStore(useService(CHORD_FINDER).marks)
  const tones = useMemo(() => chordMarks({ tuning, capo, chord }), [tuning, capo, chord])
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group without tabindex takes no focus
    <g className={styles.layer} aria-hidden="true">
      {tones.length > 0 && (
        <g data-marks="chord">
          <Marks marks={tones} geometry={geometry} />
        </g>
      )}
      {fingers.length > 0 && (
        <g data-marks="fingers">
          <Marks marks={fingers} geometry={geometry} />
        </g>
      )}
    </g>
  )
}
