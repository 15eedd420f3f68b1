type Attributes = Readonly<Record<string, string | number | undefined>>

/** @param content text to escape, or elements */
export function element(
  name: string,
  content: string | number | readonly string[] = [],
  attributes: Attributes = {},
): string {
  const names = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join('')
  const inner = Array.isArray(content) ? content.join('') : escaped(String(content))
  return inner === '' ? `<${name}${names}/>` : `<${name}${names}>${inner}</${name}>`
}

export function empty(name: string, attributes: Attributes = {}): string {
  return element(name, [], attributes)
}

/** Removes characters that XML 1.0 forbids. */
export function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)
}
