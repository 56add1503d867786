import type { ReadContent } from '../message/inbound/inbound-content'

/** Returns the number in a text that contains only a number: `3`, `3.`, `[3]`, `3️⃣`. */
export function chosenNumber({ body, mediaType }: Pick<ReadContent, 'body' | 'mediaType'>): number | undefined {
  if (mediaType !== null) return undefined
  const digits = /^[\s[(*]*(\d{1,4})(?:\uFE0F?\u20E3)?[\s\])*.]*$/.exec(body)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
