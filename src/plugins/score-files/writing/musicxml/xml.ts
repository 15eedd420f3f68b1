/** Elements of XML as text. */

type Attributes = Readonly<Record<string, string | number | undefined>>

/** @param content text, escaped; or elements, as they are */
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

/** An element with attributes and nothing in it. */
export function empty(name: string, attributes: Attributes = {}): string {
  return element(name, [], attributes)
}

/** Also leaves out characters that XML 1.0 does not allow at all. */
export function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)
}
