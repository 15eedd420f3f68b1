/** One entry of the inspector in full, as JSON. */
import { CloseButton, Group } from '@mantine/core'
import { useMemo } from 'react'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { entryJson } from '../../entry-text.js'
import type { NumberedEntry } from '../../tokens.js'
import classes from './inspector.module.css'

export function EntryDetail({ entry, onClose }: { entry: NumberedEntry; onClose: () => void }) {
  const { t } = useText()
  const text = useMemo(() => entryJson(entry), [entry])
  return (
    <section className={`fw-card ${classes.box}`} aria-label={t('The chosen entry')}>
      <Group justify="space-between" wrap="nowrap">
        <h2 className={classes.detailTitle}>{entry.name}</h2>
        <CloseButton aria-label={t('Close')} onClick={onClose} />
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={classes.json} tabIndex={0}>
        {text}
      </pre>
    </section>
  )
}
