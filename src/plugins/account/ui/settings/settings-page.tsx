/** Everything that can be set, section by section, kept at once; a link such as `#Midi` leads to one of them. */
import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { type ShownSection, searchSections, shownSections } from '../../shown-section.js'
import { AccountNav } from '../account-nav.js'
import { fragmentOf } from '../fragment.js'
import { SectionCard } from '../section-card.js'
import { spokenHere } from '../spoken-here.js'
import classes from './settings-page.module.css'

/** The application's own sections are one card. */
const GENERAL = 'General'

export default function SettingsPage() {
  const { settings, tenant } = useKernel()
  const { t, tm } = useText()
  const sections = useStore(settings.sections)
  const { name, languages } = useStore(tenant.store)
  const [search, setSearch] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // Typing comes first: the list may follow a moment later.
  const wanted = useDeferredValue(search)
  const all = useMemo(
    () => shownSections(sections, section => settings.sourceOf(section)).map(spokenHere(languages)),
    [sections, settings, languages],
  )
  const found = useMemo(() => searchSections(all, wanted, tm), [all, wanted, tm])
  const cards = useMemo(() => cardsOf(found), [found])
  const titleOf = ({ section, source }: ShownSection) => tm(source, section.title)
  useLinkedSection(all)

  return (
    <div className={classes.page}>
      <AccountNav />
      <header className={classes.top}>
        <div>
          <h1 className={classes.pageTitle}>{t('Settings')}</h1>
          <p className={classes.note}>
            {t('Every change is kept at once, in this browser, for {{tenant}}.', { tenant: name })}
          </p>
        </div>
        <TextInput
          ref={field}
          className={classes.search}
          value={search}
          onChange={event => setSearch(event.currentTarget.value)}
          onKeyDown={event => event.key === 'Escape' && setSearch('')}
          aria-label={t('Search settings')}
          placeholder={t('Search settings')}
          leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
          rightSection={
            search && (
              <CloseButton
                size="sm"
                aria-label={t('Clear the search')}
                onClick={() => {
                  setSearch('')
                  // This button goes with the text.
                  field.current?.focus()
                }}
              />
            )
          }
        />
      </header>
      <div className={classes.columns}>
        <div className={classes.cards}>
          <p role="status" className={cards.length > 0 ? classes.unseen : classes.empty}>
            {wanted.trim() !== '' &&
              (cards.length > 0
                ? t('Settings found: {{number}}', { number: sum(found) })
                : t('No setting is called “{{search}}”. Try fewer letters.', { search: wanted.trim() }))}
          </p>
          {cards.map(card => (
            <SectionCard
              key={card.id}
              id={card.id}
              title={card.general ? t('General') : card.sections.map(titleOf).join(', ')}
              sections={card.sections}
              partly={wanted.trim() !== ''}
              alongside={withDarkMode}
            />
          ))}
        </div>
        {cards.length > 2 && (
          <nav className={classes.index} aria-label={t('Sections of the settings')}>
            {cards.map(card => (
              <a key={card.id} href={`#${card.id}`}>
                {card.general ? t('General') : card.sections.map(titleOf).join(', ')}
              </a>
            ))}
          </nav>
        )}
      </div>
    </div>
  )
}

function sum(found: readonly ShownSection[]): number {
  return found.reduce((number, { fields }) => number + fields.length, 0)
}

interface Card {
  readonly id: string
  readonly general: boolean
  readonly sections: readonly ShownSection[]
}

function cardsOf(found: readonly ShownSection[]): readonly Card[] {
  const general = found.filter(({ source }) => source === 'core')
  const others = found.filter(({ source }) => source !== 'core')
  return [
    ...(general.length > 0 ? [{ id: GENERAL, general: true, sections: general }] : []),
    ...others.map(shown => ({ id: shown.section.id, general: false, sections: [shown] })),
  ]
}

/** The layout keeps whether it is dark beside the scheme that was chosen; `auto` leaves it as it was. */
function withDarkMode({ section }: ShownSection, value: unknown): object {
  return section.id === 'Layout' && value !== 'auto' ? { darkMode: value === 'dark' } : {}
}

/** Leads to the section that the address names, once it is there. */
function useLinkedSection(all: readonly ShownSection[]): void {
  const { hash, key } = useLocation()
  const linked = all.find(({ section }) => section.id === fragmentOf(hash))
  const target = linked && (linked.source === 'core' ? GENERAL : linked.section.id)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again leads there again
  useEffect(() => {
    if (target === undefined) return
    // After the layout, which begins every page at its top.
    const frame = requestAnimationFrame(() => {
      const heading = document.getElementById(target)
      heading?.scrollIntoView({ block: 'start' })
      heading?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [target, key])
}
