/** Small types for checks of what was written literally. What is only known as `string` passes every check. */

/** The type of a field; `undefined` where there is none. */
export type Field<T, K extends PropertyKey> = K extends keyof T ? T[K] : undefined

/** What is in a list, and nothing for what is not a list. */
export type Item<T> = T extends readonly (infer Each)[] ? Each : never

/** The literal in a field of each item; nothing for items without it. */
export type Named<T, K extends PropertyKey> = T extends { readonly [Each in K]: infer Name extends string }
  ? Name
  : never

/** The type of a field that a shape has; else a sentence, as a generic parameter would let the field pass. */
export type KnownField<T, K extends keyof T, Shape, What extends string> = K extends keyof Shape | symbol
  ? T[K]
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
