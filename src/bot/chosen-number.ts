import type { ReadContent } from '../message/inbound/inbound-content'

/** The number a contact answers a question with, alone in a text: `3`, `3.`, `[3]`, `3️⃣`. */
export function chosenNumber({ body, mediaType }: Pick<ReadContent, 'body' | 'mediaType'>): number | undefined {
  if (mediaType !== null) return undefined
  const digits = /^[\s[(*]*(\d{1,4})(?:\uFE0F?\u20E3)?[\s\])*.]*$/.exec(body)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
