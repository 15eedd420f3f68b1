/** Chords, positions and shapes: quiet tools below the neck, for what the commands do by key. */
import { useText } from '../../../../core/react/hooks/use-text.js'
import { ShareMenu } from '../share-menu.js'
import { ChordTools } from './chord-tools.js'
import styles from './neck-tools.module.css'
import { PositionTools } from './position-tools.js'
import { ShapeTools } from './shape-tools.js'

export default function NeckTools() {
  const { t } = useText()
  return (
    <section className={`fw-card ${styles.tools}`} aria-label={t('Chords, positions and shapes')}>
      <ChordTools />
      <PositionTools />
      <ShapeTools />
      <ShareMenu />
    </section>
  )
}
