/** One section of settings: its fields, and the way back to all its defaults and from there. */
import type { ReactNode } from 'react'
import { codeOf, messageOf } from '../../../core/platform/fretwork-error.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { ScreenBoundary } from '../../../core/react/plugin-screen.js'
import type { ShownSection } from '../shown-section.js'
import { ResetButton } from './settings/reset-button.js'
import { SettingRow } from './settings/setting-row.js'
import classes from './settings/settings-page.module.css'

interface CardProps {
  /** Where a link leads to. */
  readonly id: string
  readonly title: string
  readonly sections: readonly ShownSection[]
  /** Some of the fields are hidden by a search: no button for all of them then. */
  readonly partly: boolean
  /** Other fields that go with a value of a section. */
  readonly alongside?: (shown: ShownSection, value: unknown) => object
}

export function SectionCard({ id, title, sections, partly, alongside }: CardProps) {
  return (
    <section className={`fw-card ${classes.card}`} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 className={classes.title} id={id} tabIndex={-1}>
          {title}
        </h2>
        {!partly && <ResetButton title={title} sections={sections} />}
      </div>
      {sections.map(shown => (
        <ScreenBoundary key={shown.section.id} renderError={error => <Unreadable error={error} />}>
          {shown.failure !== undefined && <Unreadable error={shown.failure} />}
          {shown.fields.map(field => (
            <SettingRow
              key={field.path.join('.')}
              shown={shown}
              field={field}
              alongside={alongside && (value => alongside(shown, value))}
            />
          ))}
        </ScreenBoundary>
      ))}
    </section>
  )
}

function Unreadable({ error }: { readonly error: unknown }): ReactNode {
  const { t } = useText()
  return (
    <p role="alert" className={classes.failure}>
      {t('These settings cannot be shown; the others can. Tell the author of the plugin:')}{' '}
      <code>
        {codeOf(error)}: {messageOf(error)}
      </code>
    </p>
  )
}
