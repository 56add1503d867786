export interface OpeningInput {
  ticketId: number | undefined
  /** The conversation takes its place, and sends what was sent meanwhile. */
  isLoaded: boolean
  readonly texts: string[]
  readonly files: File[]
  /** Where the text is continued, if there is one. */
  caret: number | undefined
  /** The user moved the focus elsewhere, where the conversation leaves it. */
  isLeft: boolean
}

export function createOpeningInput(): OpeningInput {
  return { ticketId: undefined, isLoaded: false, texts: [], files: [], caret: undefined, isLeft: false }
}
