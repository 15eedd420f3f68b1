export async function followEvents(
  url: string,
  headers: Readonly<Record<string, string>>,
  onEvent: (name: string, data: string) => void,
  signal: AbortSignal,
): Promise<number> {
  const response = await fetch(url, { headers: { ...headers, Accept: 'text/event-stream' }, signal })
  if (response.status !== 200 || !response.body) {
    await response.body?.cancel()
    return response.status
  }
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  let rest = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    rest += decoder.decode(part.value, { stream: true })
    const blocks = rest.split(/\r?\n\r?\n/)
    rest = blocks.pop() ?? ''
    for (const block of blocks) onEvent(...eventOf(block))
  }
  return response.status
}

function eventOf(block: string): [name: string, data: string] {
  let name = ''
  const data: string[] = []
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ''] = /^(\w+):? ?(.*)$/.exec(line) ?? []
    if (field === 'event') name = value
    if (field === 'data') data.push(value)
  }
  return [name, data.join('\n')]
}
