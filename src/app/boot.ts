/** Thrown by a boot step to navigate to `url` without mounting anything (specification, section 2). */
export class BootRedirect extends Error {
  constructor(readonly url: string) {
    super(`Start-up goes on at ${url}`)
    this.name = 'BootRedirect'
  }
}

type BootOutcome = { kind: 'ready' } | { kind: 'redirect'; url: string } | { kind: 'broken'; error: unknown }

/** Runs the boot steps. Only the `framework` step must succeed. Other failures are logged. */
export async function boot(
  steps: readonly { readonly name: 'framework' | 'auth' | 'theme'; run(): void | Promise<void> }[],
  logError: (message: string, error: unknown) => void,
): Promise<BootOutcome> {
  for (const step of steps) {
    try {
      await step.run()
    } catch (error) {
      if (error instanceof BootRedirect) return { kind: 'redirect', url: error.url }
      logError(`Start-up step "${step.name}" failed`, error)
      if (step.name === 'framework') return { kind: 'broken', error }
    }
  }
  return { kind: 'ready' }
}

export function showBrokenPage(root: HTMLElement, cause: unknown): void {
  console.error('Fretwork couldn’t start', cause)
  const german = navigator.language.startsWith('de')
  const box = document.createElement('main')
  box.style.cssText = 'max-width:32rem;margin:20vh auto;padding:0 1.5rem;font:16px/1.5 system-ui,sans-serif'
  const title = document.createElement('h1')
  title.textContent = german ? 'Fretwork konnte nicht starten' : 'Fretwork couldn’t start'
  const advice = document.createElement('p')
  advice.textContent = german
    ? 'Lade die Seite neu. Wenn das nicht hilft, findest du den Grund in der Konsole des Browsers.'
    : 'Reload the page. If that doesn’t help, see the browser console for details.'
  const reload = document.createElement('button')
  reload.textContent = german ? 'Neu laden' : 'Reload'
  reload.onclick = () => location.reload()
  box.append(title, advice, reload)
  root.replaceChildren(box)
}
