import { type ChannelName, channelRules } from '../../channel/channel-rules.contract'

interface Limit {
  max: number
  countsBytes: boolean
}

const limitOf = (channel: ChannelName): Limit => {
  const { textMax, textCountsBytes = false } = channelRules[channel]
  return { max: textMax, countsBytes: textCountsBytes }
}

export function isCaption(channel: ChannelName, text: string) {
  return lengthOf(text, limitOf(channel)) <= channelRules[channel].captionMax
}

/** At a paragraph, line, sentence or word that ends in a part's second half. */
export function splitText(channel: ChannelName, text: string): string[] {
  const limit = limitOf(channel)
  const parts: string[] = []
  let rest = text
  while (lengthOf(rest, limit) > limit.max) {
    const cut = cutOf(rest, prefixLength(rest, limit))
    const part = rest.slice(0, cut).trimEnd()
    if (part !== '') parts.push(part)
    rest = rest.slice(cut).trimStart()
  }
  return rest === '' ? parts : [...parts, rest]
}

function lengthOf(text: string, { countsBytes }: Limit) {
  return countsBytes ? Buffer.byteLength(text) : text.length
}

function prefixLength(text: string, { max, countsBytes }: Limit) {
  if (!countsBytes) return max
  let bytes = 0
  let units = 0
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > max) break
    units += character.length
  }
  return units
}

const ends = ['\n\n', '\n', '. ', '! ', '? ', ' ']

function cutOf(text: string, limit: number) {
  const head = text.slice(0, limit + 1)
  for (const end of ends) {
    const at = head.lastIndexOf(end)
    if (at >= limit / 2) return Math.min(at + end.length, limit)
  }
  return wholeCharacter(text, limit)
}

const segmenter = new Intl.Segmenter()

/** Emoji sequences and letters with marks stay whole. */
function wholeCharacter(text: string, limit: number) {
  const from = Math.max(limit - 64, 0)
  let boundary = 0
  for (const { index } of segmenter.segment(text.slice(from, limit + 16))) {
    if (from + index <= limit) boundary = index
  }
  if (boundary > 0) return from + boundary
  const isInPair = (text.codePointAt(limit - 1) ?? 0) > 0xffff
  return isInPair ? limit - 1 : limit
}
