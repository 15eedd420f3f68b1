/** Small types for checks of what was written literally. What is only known as `string` passes every check. */

/** The type of a field; `undefined` where there is none. */
export type Field<T, K extends PropertyKey> = K extends keyof T ? T[K] : undefined

/** What is in a list, and nothing for what is not a list. */
export type Item<T> = T extends readonly (infer Each)[] ? Each : never

/** The literal in a field of each item; nothing for items without it. */
export type Named<T, K extends PropertyKey> = T extends { readonly [Each in K]: infer Name extends string }
  ? Name
  : never

/** The type that a shape has for a field; a sentence for others, as a generic parameter would let them pass. */
export type KnownField<K, Shape, What extends string> = K extends keyof Shape
  ? Shape[K]
  : K extends symbol
    ? unknown
    : `${What} has no field "${K & string}"; remove it or correct its name.`

/** The text where it has one of the forms, else a sentence. */
export type HasForm<S, Form, Sentence extends string> = S extends Form
  ? S
  : S extends string
    ? string extends S
      ? S
      : Sentence
    : S

/** Where a text does not fit: the compiler writes out its name with the sentence. */
export interface Mistake<Sentence extends string> {
  readonly mistake: Sentence
}
