/** The fields of a profile. */
import { Button, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { Select } from '../../../../core/react/select.js'
import { handleOf, MOST_BIO, MOST_INSTRUMENTS, type ProfileField } from '../../profile-rules.js'
import classes from '../account.module.css'
import { TuningChoice } from '../settings/tuning-choice.js'
import { useInstrumentWords } from './instrument-words.js'
import type { useProfileDraft } from './use-profile-draft.js'

type FormProps = ReturnType<typeof useProfileDraft> & { readonly children: ReactNode }

export function ProfileForm({ draft, complaints, change, check, children, ...foot }: FormProps) {
  const { t, tm } = useText()
  const instruments = useInstrumentWords()
  const said = (field: ProfileField) => {
    const sentence = complaints[field]
    return sentence === undefined ? undefined : tm('account', sentence)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void foot.save()
  }
  return (
    <form className={`fw-card ${classes.card}`} onSubmit={submit} noValidate>
      {children}
      <TextInput
        label={t('Name')}
        name="name"
        autoComplete="name"
        withAsterisk
        value={draft.name}
        error={said('name')}
        onChange={event => change({ name: event.currentTarget.value })}
        onBlur={() => check('name')}
      />
      <TextInput
        label={t('Handle')}
        name="handle"
        description={t('What you are found by: 3 to 30 small letters, digits and underscores.')}
        leftSection="@"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        withAsterisk
        value={draft.handle}
        error={said('handle')}
        onChange={event => change({ handle: handleOf(event.currentTarget.value) })}
        onBlur={() => check('handle')}
      />
      <Textarea
        label={t('About you')}
        name="bio"
        description={t('{{typed}} of {{most}} characters', { typed: draft.bio.length, most: MOST_BIO })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rows={4}
        resize="vertical"
        value={draft.bio}
        error={said('bio')}
        onChange={event => change({ bio: event.currentTarget.value })}
        onBlur={() => check('bio')}
      />
      <TagsInput
        label={t('Instruments')}
        data-field="instruments"
        name="instruments"
        description={
          draft.instruments.length < MOST_INSTRUMENTS
            ? t('Choose one, or write your own and press Enter.')
            : t('These are 20, as many as fit. Remove one to add another.')
        }
        data={Object.values(instruments)}
        maxTags={MOST_INSTRUMENTS}
        maxLength={50}
        clearable
        clearButtonProps={{ 'aria-label': t('Remove all instruments') }}
        value={[...draft.instruments]}
        error={said('instruments')}
        onChange={value => change({ instruments: value })}
      />
      <TuningChoice tuningId={draft.favouriteTuningId} change={change} />
      <LanguageChoice language={draft.language} onChange={language => change({ language })} />
      <Switch
        label={t('Public profile')}
        description={t(
          'Others find you by name and handle, see what stands beside, and can follow you. Your address is never shown.',
        )}
        checked={draft.public}
        onChange={event => change({ public: event.currentTarget.checked })}
      />
      <FormFoot {...foot} />
    </form>
  )
}

interface LanguageProps {
  readonly language: string | undefined
  readonly onChange: (language: string | undefined) => void
}

/** Of what the server writes; that of the screens is a setting of this browser. */
function LanguageChoice({ language, onChange }: LanguageProps) {
  const { tenant } = useKernel()
  const { t } = useText()
  const spoken = useStore(tenant.store, card => card.languages)
  const all = [...new Set(['en', ...spoken, ...(language === undefined ? [] : [language])])]
  const nameOf = (code: string) => new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
  return (
    <Select
      label={t('Language of mails to you')}
      data={all.map(code => ({ value: code, label: nameOf(code) }))}
      clearable
      clearButtonProps={{ 'aria-label': t('No language chosen') }}
      placeholder={t('Automatic')}
      value={language ?? null}
      onChange={code => onChange(code ?? undefined)}
    />
  )
}

type FootProps = Pick<FormProps, 'busy' | 'changed' | 'discard'>

function FormFoot({ busy, changed, discard }: FootProps) {
  const { t } = useText()
  return (
    <div className={classes.foot}>
      <span className={classes.footText} role="status">
        {changed && t('Not saved yet.')}
      </span>
      {changed && (
        <Button
          variant="subtle"
          disabled={busy}
          onClick={({ currentTarget }) => {
            // This button goes with the changes.
            currentTarget.form?.querySelector<HTMLElement>('[type=submit]')?.focus()
            discard()
          }}
        >
          {t('Discard')}
        </Button>
      )}
      <Button type="submit" loading={busy}>
        {t('Save profile')}
      </Button>
    </div>
  )
}
