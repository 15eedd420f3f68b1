// A fault of the server that a test switches on: in its SQL, its tokens, its validation or its answers. Nothing of it is
// in the product: the modules here change what the driver, the token check and Fastify do in the process of the test.

/** Where in the server the fault is. */
export type FaultKind = 'sql' | 'token' | 'input' | 'answer'

interface Named {
  /** What is wrong, as a sentence without a full stop. */
  readonly name: string
  /** The part of the contract that it is about, as `api check --only` takes it. */
  readonly about: string
}

/** A statement of a real handler is changed on its way to PostgreSQL. */
export interface SqlFault extends Named {
  readonly kind: 'sql'
  /** Statements that are changed. */
  readonly of: RegExp
  readonly change: (text: string) => string
}

/** What `AccessTokens.verify` no longer checks. */
export interface TokenFault extends Named {
  readonly kind: 'token'
  readonly ignores: 'tenant' | 'signature'
}

/** What the validation of a call lets pass. */
export interface InputFault extends Named {
  readonly kind: 'input'
  /** Method and path as Fastify has it: `PUT /presence/api/v1/groups/:id`. */
  readonly route: string
  /** @returns a body that is valid instead of the one that was sent, and what the handler gets; `undefined` for others */
  readonly pass: (body: Fields) => { readonly valid: Fields; readonly handed?: Fields } | undefined
}

/** What happens to an answer before it is sent. */
export interface AnswerFault extends Named {
  readonly kind: 'answer'
  readonly route: string | 'every route'
  readonly change: (answer: ChangedAnswer) => void
}

export type Fields = Readonly<Record<string, unknown>>

export interface ChangedAnswer {
  status: number
  text: string
  /** In small letters; `undefined` removes one. */
  readonly headers: Record<string, string | undefined>
}

export type Fault = SqlFault | TokenFault | InputFault | AnswerFault
