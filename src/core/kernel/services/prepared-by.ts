import { phrases } from '../../platform/phrases.js'
import type { PluginContext } from '../manifest/plugin.js'
import { AUTH, CLOCK, TENANT, TRANSLATOR } from './tokens.js'

const SENTENCES = phrases({
  by: 'Created by {{name}} with {{product}}, {{date}}',
  without: 'Created with {{product}}, {{date}}',
})

export function preparedBy({ get }: Pick<PluginContext, 'get'>): string {
  const translator = get(TRANSLATOR)
  const date = get(CLOCK).date().toLocaleDateString(translator.locale, { dateStyle: 'long' })
  const values = { product: get(TENANT).current.name, date }
  const name = get(AUTH).state.getState().user?.name?.trim()
  return name
    ? translator.t('core', SENTENCES.by, { ...values, name })
    : translator.t('core', SENTENCES.without, values)
}
