/** The step of a command that asks for arguments, as the palette's root id keeps it. */

export type Arguments = Readonly<Record<string, unknown>>

const PREFIX = 'ask '

/** The id of the step that asks for the next argument. */
export function stepId(command: string, soFar: Arguments): string {
  return `${PREFIX}${command} ${JSON.stringify(soFar)}`
}

/** Undefined for the id of anything else. */
export function readStepId(
  id: string | null | undefined,
): { readonly command: string; readonly soFar: Arguments } | undefined {
  if (!id?.startsWith(PREFIX)) return undefined
  const [command = '', ...rest] = id.slice(PREFIX.length).split(' ')
  return { command, soFar: JSON.parse(rest.join(' ')) as Arguments }
}
