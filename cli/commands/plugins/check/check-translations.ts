/** Compares a plugin's translations with the strings in its code. */
import type { PluginJson } from '../../../../src/core/contract/external-plugins.js'
import type { PluginPackage } from '../../../../src/sandbox/packages/plugin-package.js'
import { sentencesOf } from '../../../packages/package-code.js'
import { type Add, nearEnd } from '../plugins-finding.js'
import { OPEN, type ScannedCode } from './scan-code.js'

export function checkTranslations(found: PluginPackage, scanned: ScannedCode, warn: Add): void {
  const { locales = {} } = found.manifest
  const translated = scanned.translated.map(({ name }) => name).filter(name => !name.endsWith(OPEN))
  const needed = new Set([...textsOf(found.manifest), ...translated])
  for (const [language, path] of Object.entries(locales)) {
    const sentences: Readonly<Record<string, string>> = sentencesOf(found, path)
    const known = Object.keys(sentences)
    const missing = [...needed].filter(text => !Object.hasOwn(sentences, text))
    for (const text of known) {
      if (needed.has(text) || scanned.texts.has(text)) continue
      const message = `translations.${language} has "${text}", which the plugin does not use; correct or remove it${nearEnd(text, missing)}`
      warn('translation_unknown', message)
    }
    for (const text of missing) {
      const message = `translations.${language} lacks "${text}", which is shown in English; add it.`
      warn('translation_missing', message)
    }
    for (const [text, translated] of Object.entries(sentences)) {
      const lost = valuesIn(text).find(value => !valuesIn(translated).includes(value))
      if (lost === undefined) continue
      warn('translation_value', `translations.${language} loses {{${lost}}} of "${text}"; add it.`)
    }
  }
}

const valuesIn = (text: string) => [...text.matchAll(/{{\s*(\w+)\s*}}/g)].map(([, name = '']) => name)

/** Returns the strings in plugin.json that the app translates. */
function textsOf({ title, description, settings = {}, commands = [] }: PluginJson): readonly string[] {
  const fields = [settings, ...commands.map(({ args = {} }) => args)].flatMap(each => Object.values(each))
  return [
    title,
    description,
    ...commands.flatMap(command => [command.title, command.description]),
    ...fields.flatMap(field => [
      field.title,
      ...('choices' in field && field.choices ? Object.values(field.choices) : []),
    ]),
  ].filter(text => text !== undefined)
}
