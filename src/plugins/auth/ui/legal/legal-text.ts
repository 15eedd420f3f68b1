/** A text that is read as a whole, in one language: a module each, since a table of sentences would tear it apart. */
export interface LegalSection {
  /** Its place in the address: `#sessions`. The same in every language. */
  readonly id: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  /** What can be counted off, after the paragraphs. */
  readonly points?: readonly string[]
}

export interface LegalText {
  readonly heading: string
  readonly lead: string
  /** Above the list of the sections. */
  readonly contents: string
  readonly sections: readonly LegalSection[]
}

/** @param site the tenant's name, as the page shows it */
export type LegalWriter = (site: string) => LegalText
