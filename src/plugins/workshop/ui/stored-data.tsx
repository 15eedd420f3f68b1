import { Button, Title } from '@mantine/core'
import { useCallback, useState } from 'react'
import { PLUGIN_STORAGES } from '../../../core/kernel/data/plugin-storages.js'
import { useAnswer } from '../../../core/react/hooks/use-answer.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import { type Asked, Question } from '../../../core/react/question.js'
import classes from './plugins-page.module.css'
import { usePluginTitle } from './use-plugin-title.js'

export function StoredData({ plugin }: { plugin: string }) {
  const kernel = useKernel()
  const { t, locale } = useText()
  const title = usePluginTitle()(plugin)
  const storages = kernel.get(PLUGIN_STORAGES)
  const { value: bytes = 0, reload } = useAnswer(
    useCallback(() => storages.usage(plugin), [storages, plugin]),
  )
  const [asked, setAsked] = useState<Asked>()
  const remove = async () => {
    await storages.remove(plugin)
    reload()
  }
  const ask = () =>
    setAsked({
      title: t('Delete the data of “{{plugin}}”?', { plugin: title }),
      text: t('All that it has stored on this device and in your account is deleted.'),
      yes: t('Delete'),
      severe: true,
      run: () => void remove(),
    })
  return (
    <>
      {bytes > 0 && (
        <section aria-label={t('Stored data')}>
          <Title order={4} size={13} mb={4}>
            {t('Stored data')}
          </Title>
          <span className={classes.dim}>
            {t('{{size}} kB', {
              size: (bytes / 1000).toLocaleString(locale, { maximumFractionDigits: 1 }),
            })}
          </span>{' '}
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('Delete the data of “{{plugin}}”', { plugin: title })}
            onClick={ask}
          >
            {t('Delete')}
          </Button>
        </section>
      )}
      <Question asked={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}
