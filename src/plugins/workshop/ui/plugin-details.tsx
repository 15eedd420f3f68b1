/** A plugin’s contributions and dependencies. */
import { Kbd, Title } from '@mantine/core'
import { bindingLabels } from '../../../core/commands/keys/keys.js'
import type { PluginManifest } from '../../../core/kernel/manifest/plugin.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import { useKeyName } from '../../../core/react/key-caps.js'
import { type Contribution, contributed } from '../contributed.js'
import classes from './plugins-page.module.css'
import { usePluginTitle } from './use-plugin-title.js'

export function PluginDetails({ manifest }: { manifest: PluginManifest }) {
  const { commands, host } = useKernel()
  const { t, tm } = useText()
  // Contributions to extension points change with the plugins’ states.
  useStore(host.states)
  const all = useStore(commands.all)
  const groups = contributed(manifest, {
    keysOf: id => all.find(command => command.id === id)?.keys ?? [],
    ownersIn: point =>
      host
        .extensionsOf(point)
        .getState()
        .flatMap(item => host.ownerOf(point, item) ?? []),
    points: host.manifests.flatMap(({ extensionPoints }) => extensionPoints ?? []),
    providers: host.report.providers,
  })
  return (
    <div className={classes.details}>
      {manifest.description && <p className={classes.description}>{tm(manifest.id, manifest.description)}</p>}
      {groups.map(({ heading, items }) => (
        <section key={heading} aria-label={tm('workshop', heading)}>
          <Title order={4} size={13} mb={4}>
            {tm('workshop', heading)}
          </Title>
          <ul className={classes.items}>
            {items.map(item => (
              <Item key={item.name} item={item} source={manifest.id} />
            ))}
          </ul>
        </section>
      ))}
      {groups.length === 0 && <p className={classes.dim}>{t('No contributions.')}</p>}
    </div>
  )
}

function Item({ item, source }: { item: Contribution; source: string }) {
  const { platform } = useKernel()
  const { t, tm } = useText()
  const keyName = useKeyName()
  const titleOf = usePluginTitle()
  const { name, title, keys = [], plugins = [] } = item
  const nameOf = (id: string) => (id === 'core' ? t('core') : titleOf(id))
  return (
    <li>
      {title !== undefined && <span>{tm(source, title)} </span>}
      <code className={classes.code}>{name}</code>
      {keys.map(binding => (
        <Kbd key={binding} ml={6} size="xs">
          {bindingLabels(binding, platform.mac, keyName).join(' ')}
        </Kbd>
      ))}
      {plugins.length > 0 && <span className={classes.dim}> {plugins.map(nameOf).join(', ')}</span>}
    </li>
  )
}
