import { Anchor, List, Skeleton, Stack, Text, Title } from '@mantine/core'
import { type MouseEvent, useCallback } from 'react'
import { TENANT } from '../../../../core/kernel/tokens.js'
import { useAnswer } from '../../../../core/react/hooks/use-answer.js'
import { useKernel, useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { Frame } from '../frame.js'
import classes from '../frame.module.css'
import { LegalLinks, ScreenLink } from '../return-links.js'

/**
 * One file per language, so that the legal text can be edited as a whole. `{{site}}` is the tenant's name.
 */
interface LegalText {
  readonly heading: string
  readonly lead: string
  readonly contents: string
  readonly sections: readonly LegalSection[]
}

interface LegalSection {
  /** URL fragment, such as `sessions`. It is the same in every language. */
  readonly id: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  readonly points?: readonly string[]
}

type Translations = Readonly<Record<string, () => Promise<{ readonly default: LegalText }>>>

const PRIVACY: Translations = {
  en: () => import('./privacy-en.json', { with: { type: 'json' } }),
  de: () => import('./privacy-de.json', { with: { type: 'json' } }),
}
const TERMS: Translations = {
  en: () => import('./terms-en.json', { with: { type: 'json' } }),
  de: () => import('./terms-de.json', { with: { type: 'json' } }),
}

export function Privacy() {
  const { t } = useText()
  return <LegalPage texts={PRIVACY} title={t('Privacy policy')} />
}

export function Terms() {
  const { t } = useText()
  return <LegalPage texts={TERMS} title={t('Terms of service')} />
}

function LegalPage({ texts, title }: { texts: Translations; title: string }) {
  const { language } = useText()
  const ask = useCallback(async () => {
    const load = texts[language.split('-')[0] ?? ''] ?? texts.en
    const loaded = await load?.()
    return loaded && { text: loaded.default, language: load === texts.en ? 'en' : language }
  }, [texts, language])
  const { value: loaded, error } = useAnswer(ask)

  // The screen's error boundary has a retry button.
  if (error !== undefined) throw error
  if (!loaded) {
    return (
      <Frame title={title} wide>
        <Skeleton height={320} />
      </Frame>
    )
  }
  return <Article {...loaded} />
}

function Article({ text, language }: { text: LegalText; language: string }) {
  const { auth } = useKernel()
  const { t } = useText()
  const fill = useSiteName()
  const loggedIn = useStore(auth.state, state => state.status === 'loggedIn')
  return (
    <div lang={language}>
      <Frame title={fill(text.heading)} lead={fill(text.lead)} wide>
        <nav aria-labelledby="contents">
          <Text id="contents" fw={600} mb={4}>
            {text.contents}
          </Text>
          <List size="sm" spacing={4} listStyleType="none" className={classes.contents}>
            {text.sections.map(({ id, heading }) => (
              <List.Item key={id}>
                <Anchor href={`#${id}`} onClick={goToSection}>
                  {fill(heading)}
                </Anchor>
              </List.Item>
            ))}
          </List>
        </nav>
        {text.sections.map(section => (
          <Section key={section.id} section={section} />
        ))}
        {!loggedIn && <ScreenLink to="/login">{t('Back to login')}</ScreenLink>}
        <LegalLinks />
      </Frame>
    </div>
  )
}

function useSiteName(): (text: string) => string {
  const site = useStore(useService(TENANT).store, card => card.name)
  return text => text.replaceAll('{{site}}', site)
}

function Section({ section: { id, heading, paragraphs, points } }: { section: LegalSection }) {
  const fill = useSiteName()
  return (
    <Stack gap="xs" component="section" aria-labelledby={id}>
      <Title order={2} size="h4" id={id} tabIndex={-1} className={classes.section}>
        {fill(heading)}
      </Title>
      {paragraphs.map(paragraph => (
        <Text key={paragraph}>{fill(paragraph)}</Text>
      ))}
      {points && (
        <List spacing={4}>
          {points.map(point => (
            <List.Item key={point}>{fill(point)}</List.Item>
          ))}
        </List>
      )}
    </Stack>
  )
}

/** Scrolls without the router, which would treat the fragment as a new page and scroll to the top. */
function goToSection(event: MouseEvent<HTMLAnchorElement>): void {
  const heading = document.getElementById(event.currentTarget.hash.slice(1))
  if (!heading || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  heading.scrollIntoView()
  heading.focus({ preventScroll: true })
}
