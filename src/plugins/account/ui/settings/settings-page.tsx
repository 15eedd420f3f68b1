import { Anchor, CloseButton, Group, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useKernel, useNavigation, useStore, useText } from '../../../../core/react/kernel-context.js'
import { AccountFrame, useFragmentFocus } from './account-frame.js'
import { SectionCard } from './section-card.js'
import classes from './settings-page.module.css'
import {
  groupOf,
  onlyTenantLanguages,
  type ShownSection,
  searchSections,
  shownSections,
} from './shown-section.js'

/** Card for all core sections. */
const GENERAL = 'General'

export default function SettingsPage() {
  const { settings, tenant } = useKernel()
  const { t, tm } = useText()
  const sections = useStore(settings.sections)
  const { languages } = useStore(tenant.store)
  const fragment = useLocation().hash.slice(1)
  const [search, setSearch] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const query = useDeferredValue(search)
  const all = useMemo(
    () => shownSections(sections, section => settings.sourceOf(section)).map(onlyTenantLanguages(languages)),
    [sections, settings, languages],
  )
  const isSearch = query.trim() !== ''
  const groups = [...new Set(all.map(groupOf))]
  const linkedSection = all.find(({ section }) => section.id === fragment) ?? all[0]
  const group = linkedSection && groupOf(linkedSection)
  const found = useMemo(
    () => (isSearch ? searchSections(all, query, tm) : all.filter(shown => groupOf(shown) === group)),
    [all, group, query, isSearch, tm],
  )
  const cards = useMemo(() => cardsOf(found), [found])
  const titleOf = ({ id, sections }: Card) =>
    id === GENERAL
      ? t('General')
      : sections.map(({ section, source }) => tm(source, section.title)).join(', ')
  useFragmentFocus(true, fragment => {
    const linked = all.find(({ section }) => section.id === fragment)
    return linked?.source === 'core' ? GENERAL : (linked?.section.id ?? '')
  })

  return (
    <AccountFrame
      title={t('Settings')}
      note={t('Changes save automatically.')}
      action={
        <TextInput
          ref={field}
          flex={{ base: '1 1 100%', sm: '0 1 280px' }}
          miw={200}
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
                aria-label={t('Clear search')}
                onClick={() => {
                  setSearch('')
                  // This button disappears, so move focus.
                  field.current?.focus()
                }}
              />
            )
          }
        />
      }
    >
      <div className={classes.columns}>
        {!isSearch && (
          <nav className={classes.groups} aria-label={t('Settings categories')}>
            {groups.map(name => (
              <Link
                key={name}
                to={`#${all.find(shown => groupOf(shown) === name)?.section.id}`}
                aria-current={name === group ? 'true' : undefined}
              >
                {tm('account', name)}
              </Link>
            ))}
          </nav>
        )}
        <Stack miw={0}>
          {cards.length > 0 ? (
            <VisuallyHidden component="p" role="status">
              {isSearch && t('{{number}} found', { number: found.flatMap(each => each.fields).length })}
            </VisuallyHidden>
          ) : (
            <Text c="dimmed" role="status" style={{ overflowWrap: 'anywhere' }}>
              {isSearch && t('No settings match “{{search}}”.', { search: query.trim() })}
            </Text>
          )}
          {cards.map(card => (
            <SectionCard
              key={card.id}
              id={card.id}
              title={titleOf(card)}
              sections={card.sections}
              filtered={isSearch}
              alongside={alongside}
            />
          ))}
        </Stack>
      </div>
      <MorePages />
    </AccountFrame>
  )
}

function MorePages() {
  const { t, tm } = useText()
  const pages = useNavigation().filter(({ unlisted }) => unlisted)
  if (pages.length === 0) return null
  return (
    <Group component="nav" gap="md" aria-label={t('More pages')}>
      {pages.map(({ path, plugin, title }) => (
        <Anchor key={path} component={Link} to={path} size="sm">
          {tm(plugin, title)}
        </Anchor>
      ))}
    </Group>
  )
}

interface Card {
  readonly id: string
  readonly sections: readonly ShownSection[]
}

function cardsOf(found: readonly ShownSection[]): readonly Card[] {
  const general = found.filter(({ source }) => source === 'core')
  const others = found.filter(({ source }) => source !== 'core')
  return [
    ...(general.length > 0 ? [{ id: GENERAL, sections: general }] : []),
    ...others.map(shown => ({ id: shown.section.id, sections: [shown] })),
  ]
}

/** The layout stores the resolved dark mode along with the selected scheme. `auto` leaves it unchanged. */
/** Returns related settings that have to change along with this one. */
function alongside({ section }: ShownSection, value: unknown, field: string): object {
  if (section.id === 'Fretboard' && field === 'leftHanded') return { nutRight: value }
  return section.id === 'Layout' && value !== 'auto' ? { darkMode: value === 'dark' } : {}
}
