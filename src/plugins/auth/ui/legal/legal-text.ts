/** The shape of the legal texts. Each language has its own module, so that a text can be read and edited as a whole. */
export interface LegalSection {
  /** The URL fragment, e.g. `sessions`. The same in every language. */
  readonly id: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  /** A list after the paragraphs. */
  readonly points?: readonly string[]
}

export interface LegalText {
  readonly heading: string
  readonly lead: string
  /** Heading of the table of contents. */
  readonly contents: string
  readonly sections: readonly LegalSection[]
}

/** @param site the tenant's name */
export type LegalWriter = (site: string) => LegalText
