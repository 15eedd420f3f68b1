import { FretworkError } from '../../../core/platform/fretwork-error.js'

export function tooMany(plugin: string, what: string): FretworkError {
  return new FretworkError('apart_refused', `"${plugin}" ${what}; its author has to use fewer of them.`)
}

export function misfit(plugin: string, what: string): FretworkError {
  const message = `"${plugin}" gives something for ${what} that cannot be used there; see the plugin guide.`
  return new FretworkError('apart_refused', message)
}

export function unavailable(plugin: string, what: string): FretworkError {
  const message = `${what} is not there for "${plugin}", which runs apart from the page; see “Running apart” in the plugin guide.`
  return new FretworkError('apart_unavailable', message)
}
