import type { ReadContent } from '../message/inbound/inbound-content'

/** Returns the number that a contact's message consists of; undefined for any other message. */
export function chosenNumber({ body, mediaType }: Pick<ReadContent, 'body' | 'mediaType'>): number | undefined {
  return mediaType === null ? numberAlone(body) : undefined
}

/** Returns the number in a text that contains only a number: `3`, `3.`, `[3]`, `3️⃣`. */
export function numberAlone(text: string): number | undefined {
  const digits = /^[\s[(*]*(\d{1,4})(?:\uFE0F?\u20E3)?[\s\])*.]*$/.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
