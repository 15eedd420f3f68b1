import type { PluginManifest } from '../../../../core/kernel/manifest/plugin.js'
import { useText } from '../../../../core/react/hooks/use-text.js'

export function Origin({ origin, runs }: Pick<PluginManifest, 'origin' | 'runs'>) {
  const { t } = useText()
  if (origin === undefined) return null
  return (
    <>
      <div>{t('From {{origin}}', { origin })}</div>
      {runs !== undefined && (
        <div>
          {runs === 'apart' ? t('Runs apart from the page') : t('Runs in the page, trusted by the operator')}
        </div>
      )}
    </>
  )
}
