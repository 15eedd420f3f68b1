/** A small box at the bottom: which keys of a sequence were pressed, and which can come next. */
import type { KeyPrefix } from '../../core/commands/keys/key-dispatcher.js'
import { useText } from '../../core/react/hooks/use-text.js'
import { KeyCaps } from '../../core/react/key-caps.js'
import classes from './key-prefix.module.css'

/** More than that cannot be read in three seconds. */
const SHOWN = 8

/** Always rendered, so that screen readers announce changes. */
export default function KeyPrefixBox({ prefix }: { prefix: KeyPrefix | undefined }) {
  return (
    <div role="status" aria-live="polite" className={classes.place}>
      {prefix && <Keys prefix={prefix} />}
    </div>
  )
}

function Keys({ prefix: { pressed, next } }: { prefix: KeyPrefix }) {
  const { t, tm } = useText()
  const first = next[0]
  const more = next.length - SHOWN
  return (
    <div className={classes.box}>
      <p className={classes.pressed}>
        {first && <KeyCaps binding={first.binding} to={pressed} />}
        <span>{t('and then')}</span>
      </p>
      <ul className={classes.next}>
        {next.slice(0, SHOWN).map(({ binding, command }) => (
          <li key={`${command.id} ${binding}`}>
            <KeyCaps binding={binding} from={pressed} />
            {tm(command.source, command.title)}
          </li>
        ))}
      </ul>
      {more > 0 && <p className={classes.more}>{t('and {{number}} more', { number: more })}</p>}
    </div>
  )
}
