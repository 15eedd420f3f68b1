/** What is kept of whom, and on what terms the product is used: a text to read, with its contents before it. */
import { Anchor, List, Skeleton, Stack, Text, Title } from '@mantine/core'
import { type MouseEvent, useEffect, useState } from 'react'
import { TENANT } from '../../../core/kernel/services/tokens.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import { Frame } from './frame.js'
import classes from './frame.module.css'
import type { LegalSection, LegalText, LegalWriter } from './legal/legal-text.js'
import { LegalLinks, ScreenLink } from './screen-links.js'

type Written = Readonly<Record<string, () => Promise<LegalWriter>>>

const PRIVACY: Written = {
  en: async () => (await import('./legal/privacy-en.js')).privacyEnglish,
  de: async () => (await import('./legal/privacy-de.js')).privacyGerman,
}
const TERMS: Written = {
  en: async () => (await import('./legal/terms-en.js')).termsEnglish,
  de: async () => (await import('./legal/terms-de.js')).termsGerman,
}

export function Privacy() {
  const { t } = useText()
  return <LegalPage written={PRIVACY} title={t('Privacy')} />
}

export function Terms() {
  const { t } = useText()
  return <LegalPage written={TERMS} title={t('Terms')} />
}

/** @param title stands there until the text does */
function LegalPage({ written, title }: { written: Written; title: string }) {
  const site = useStore(useService(TENANT).store, card => card.name)
  const { language } = useText()
  const [loaded, setLoaded] = useState<{ write: LegalWriter; language: string }>()
  const [failure, setFailure] = useState<unknown>()

  useEffect(() => {
    let current = true
    const load = written[language.split('-')[0] ?? ''] ?? written.en
    load?.().then(
      write => current && setLoaded({ write, language: load === written.en ? 'en' : language }),
      // The screen's own frame offers to try again.
      error => current && setFailure(error),
    )
    return () => {
      current = false
    }
  }, [written, language])

  if (failure !== undefined) throw failure
  if (!loaded) {
    return (
      <Frame title={title} wide>
        <Skeleton height={320} />
      </Frame>
    )
  }
  return <Article text={loaded.write(site)} language={loaded.language} />
}

function Article({ text, language }: { text: LegalText; language: string }) {
  const { auth } = useKernel()
  const { t } = useText()
  const loggedIn = useStore(auth.state, state => state.status === 'loggedIn')
  return (
    <div lang={language}>
      <Frame title={text.heading} lead={text.lead} wide>
        <nav aria-labelledby="contents">
          <Text id="contents" fw={600} mb={4}>
            {text.contents}
          </Text>
          <List size="sm" spacing={4} listStyleType="none" className={classes.contents}>
            {text.sections.map(({ id, heading }) => (
              <List.Item key={id}>
                <Anchor href={`#${id}`} onClick={goToSection}>
                  {heading}
                </Anchor>
              </List.Item>
            ))}
          </List>
        </nav>
        {text.sections.map(section => (
          <Section key={section.id} section={section} />
        ))}
        {!loggedIn && <ScreenLink to="/login">{t('Back to the log-in')}</ScreenLink>}
        <LegalLinks />
      </Frame>
    </div>
  )
}

function Section({ section: { id, heading, paragraphs, points } }: { section: LegalSection }) {
  return (
    <Stack gap="xs" component="section" aria-labelledby={id}>
      <Title order={2} size="h4" id={id} tabIndex={-1} className={classes.section}>
        {heading}
      </Title>
      {paragraphs.map(paragraph => (
        <Text key={paragraph}>{paragraph}</Text>
      ))}
      {points && (
        <List spacing={4}>
          {points.map(point => (
            <List.Item key={point}>{point}</List.Item>
          ))}
        </List>
      )}
    </Stack>
  )
}

/** By ourselves: for the router a change of the fragment is a new page, which begins at its top. */
function goToSection(event: MouseEvent<HTMLAnchorElement>): void {
  const heading = document.getElementById(event.currentTarget.hash.slice(1))
  if (!heading || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  heading.scrollIntoView()
  heading.focus({ preventScroll: true })
}
