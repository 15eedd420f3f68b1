import type { CommandHandler } from './plugin.js'

export function onDemand<Id extends string>(
  ids: readonly Id[],
  load: () => Promise<Readonly<Record<Id, CommandHandler>>>,
): Readonly<Record<Id, CommandHandler>> {
  const handlers: Readonly<Record<string, CommandHandler>> = Object.fromEntries(
    ids.map(
      id =>
        [id, async (context, args: never) => (await load())[id](context, args)] satisfies [
          string,
          CommandHandler,
        ],
    ),
  )
  return handlers as Readonly<Record<Id, CommandHandler>>
}
