/** Follows the neck and draws over it while the plugin is active. */
import { createStore, defineRuntime } from '@fretwork/sdk'
import { NECK_LAYERS, NECK_VIEW } from '@fretwork/sdk/plugins/fretboard'
import { rootMarks } from './root-marks.js'

export default defineRuntime({
  activate: ({ get, extend, scope }) => {
    const view = get(NECK_VIEW)
    const marks = createStore(rootMarks(view.getState()))
    scope.onDispose(view.subscribe(now => marks.setState(rootMarks(now), true)))
    extend(NECK_LAYERS, { id: 'root-notes.pins', order: -10, marks })
  },
})
