import type { ReadContent } from '../message/inbound/inbound-content'

export function chosenNumber({ body, mediaType }: Pick<ReadContent, 'body' | 'mediaType'>): number | undefined {
  return mediaType === null ? numberAlone(body) : undefined
}

export function numberAlone(text: string): number | undefined {
  const digits = /^[\s[(*]*(\d{1,4})(?:\uFE0F?\u20E3)?[\s\])*.]*$/.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
