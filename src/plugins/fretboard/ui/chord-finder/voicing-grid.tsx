import { Button, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useService } from '../../../../core/react/kernel-context.js'
import { shapeText, type Voicing } from '../../chords/voicings.js'
import { NECK_VIEW } from '../../tokens.js'
import { fretWindow, VoicingDiagram } from './voicing-diagram.js'
import styles from './voicing-grid.module.css'

const PAGE = 12

interface VoicingGridProps {
  readonly voicings: readonly Voicing[]
  readonly selected: number
  onSelect(index: number): void
}

export function VoicingGrid({ voicings, selected, onSelect }: VoicingGridProps) {
  const { t } = useText()
  const leftHanded = useStore(useService(NECK_VIEW), view => view.leftHanded)
  const [pages, setPages] = useState(1)
  const shown = Math.max(pages, Math.ceil((selected + 1) / PAGE)) * PAGE
  return (
    <div className={styles.row}>
      <ul className={styles.grid} aria-label={t('Voicings')}>
        {voicings.slice(0, shown).map((voicing, index) => {
          const shape = shapeText(voicing.frets)
          const { from, to } = fretWindow(voicing.frets)
          return (
            <li key={shape}>
              <UnstyledButton
                className={styles.voicing}
                aria-label={t('{{shape}}, frets {{from}} to {{to}}', { shape, from, to })}
                aria-pressed={index === selected}
                onClick={() => onSelect(index)}
              >
                <VoicingDiagram frets={voicing.frets} leftHanded={leftHanded} />
                <span className={styles.shape}>{shape}</span>
              </UnstyledButton>
            </li>
          )
        })}
      </ul>
      {voicings.length > shown && (
        <Button variant="subtle" size="xs" flex="none" onClick={() => setPages(shown / PAGE + 1)}>
          {t('More voicings')}
        </Button>
      )}
    </div>
  )
}
