/** Facts for the catalog that need no answer. Each domain declares its kinds with `declare module`; payloads are JSON. */
export interface BusinessNotes {}

/** Changes of the catalog that answer. Each domain declares its kinds with `declare module`; both sides are JSON. */
export interface BusinessCalls {}

export interface BusinessCall<Given, Answer> {
  given: Given
  answer: Answer
}

/** One process writes the catalog's business tables. Requests and jobs of companies write through this port. */
export interface Business {
  isOwner(): boolean
  /** At once where the business is owned; otherwise delivered to the owner at least once, in order. */
  note<Kind extends keyof BusinessNotes>(kind: Kind, note: BusinessNotes[Kind]): void
  /** @throws what the owner throws */
  call<Kind extends keyof BusinessCalls>(kind: Kind, given: GivenOf<Kind>): Promise<AnswerOf<Kind>>
}

export type GivenOf<Kind extends keyof BusinessCalls> = BusinessCalls[Kind] extends { given: infer Given }
  ? Given
  : never
export type AnswerOf<Kind extends keyof BusinessCalls> = BusinessCalls[Kind] extends { answer: infer Answer }
  ? Answer
  : never
