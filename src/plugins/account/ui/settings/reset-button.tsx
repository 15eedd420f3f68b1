/** Takes sections to their defaults, and says so with the way back under the same finger. */
import { Button } from '@mantine/core'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { hasDefaults, resetSection } from '../../../../core/settings/reset-section.js'
import type { ShownSection } from '../../shown-section.js'
import classes from './settings-page.module.css'

interface ResetProps {
  readonly title: string
  readonly sections: readonly ShownSection[]
}

export function ResetButton({ title, sections }: ResetProps) {
  const { settings } = useKernel()
  const { t } = useText()
  const [undo, setUndo] = useState<() => void>()
  const atDefaults = useAtDefaults(sections)
  // Once something else was changed there is nothing to take back that one would recognise.
  const done = undo !== undefined && atDefaults

  const press = () => {
    if (done) {
      undo()
      return setUndo(undefined)
    }
    const ways = sections.map(({ section }) => resetSection(settings, section))
    setUndo(() => () => {
      for (const back of ways) back()
    })
  }
  return (
    <span className={classes.resetAll}>
      <span role="status">{done && t('Reset.')}</span>
      {(done || !atDefaults) && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={done ? t('Undo the reset: {{title}}', { title }) : t('Reset: {{title}}', { title })}
          onClick={press}
        >
          {done ? t('Undo') : t('Reset')}
        </Button>
      )}
    </span>
  )
}

function useAtDefaults(sections: readonly ShownSection[]): boolean {
  const { settings } = useKernel()
  const subscribe = useCallback(
    (changed: () => void) => {
      const stops = sections.map(({ section }) => settings.store(section).subscribe(changed))
      return () => {
        for (const stop of stops) stop()
      }
    },
    [settings, sections],
  )
  return useSyncExternalStore(subscribe, () =>
    sections.every(({ section, fields }) => hasDefaults(settings.store(section).getState(), fields)),
  )
}
