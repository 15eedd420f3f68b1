import type { CheckedExtensions } from '../../core/kernel/checked-extensions.js'
import { createToken } from '../../core/platform/token.js'
import type { Tablature } from './tablature.js'
import type { TablatureLayer, TablatureView } from './tokens.js'

export const TABLATURE = createToken<Tablature>('tablature.tablature')

export const LAYERS = createToken<CheckedExtensions<TablatureLayer>>('tablature.layer-list')
export const VIEWS = createToken<CheckedExtensions<TablatureView>>('tablature.view-list')
