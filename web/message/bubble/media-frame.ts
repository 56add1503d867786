import type { CSSProperties } from 'react'

interface Pixels {
  width?: number | undefined
  height?: number | undefined
}

/** Limits of a picture in a conversation in CSS pixels, as in message-media.css for those of unknown size. */
const least = { width: 120, height: 80 }
const most = { width: 330, height: 340 }

/** The final size before the file arrives. Without known pixels the file gives it. */
export function frameProps({ width, height }: Pixels = {}): { 'data-framed'?: true; style?: CSSProperties } {
  if (!width || !height) return {}
  const larger = Math.max(least.width / width, least.height / height, 1)
  const scale = Math.min(most.width / width, most.height / height, larger)
  const framed = {
    width: Math.round(Math.max(least.width, width * scale)),
    height: Math.round(Math.max(least.height, height * scale)),
  }
  return { 'data-framed': true, style: { width: framed.width, aspectRatio: `${framed.width} / ${framed.height}` } }
}
