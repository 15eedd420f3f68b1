/** What does not fit between plugins: manifests that are wrong, and keys that two commands want. */
import { IconAlertTriangle } from '@tabler/icons-react'
import { bindingLabels } from '../../../core/commands/keys/keys.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import { useKeyName } from '../../../core/react/key-caps.js'
import { useKeyTrouble } from './key-trouble.js'
import classes from './plugins-page.module.css'

export function ProblemList() {
  const { commands, host, platform } = useKernel()
  const { t, tm } = useText()
  const keyName = useKeyName()
  useStore(host.states)
  const all = useStore(commands.all)
  const { problems } = host.report
  // While the one that has the key is off, the other has it.
  const keyClashes = host.report.keyClashes.filter(
    ({ key, lost }) => !all.find(({ id }) => id === lost)?.defaultKeys.includes(key),
  )
  const trouble = useKeyTrouble()
  if (problems.length + keyClashes.length + trouble.length === 0) return null
  const nameOf = (id: string) => {
    const command = all.find(each => each.id === id)
    return command ? tm(command.source, command.title) : id
  }
  return (
    <section className={`fw-card ${classes.trouble}`} aria-labelledby="plugin-problems">
      <h2 id="plugin-problems" className={classes.problemsTitle}>
        <IconAlertTriangle size={18} aria-hidden className={classes.warning} /> {t('Problems')}
      </h2>
      <ul className={classes.problems}>
        {problems.map(({ plugin, code, message }) => (
          <li key={`${plugin} ${code} ${message}`}>
            {message} <code className={classes.code}>{code}</code>
          </li>
        ))}
        {keyClashes.map(({ key, kept, lost }) => (
          <li key={`${key} ${lost}`}>
            {t('The key {{key}} belongs to “{{kept}}”; “{{lost}}” does without it.', {
              key: bindingLabels(key, platform.mac, keyName).join(' '),
              kept: nameOf(kept),
              lost: nameOf(lost),
            })}
          </li>
        ))}
        {trouble.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}
