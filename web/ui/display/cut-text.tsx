import { cutText } from '../text/cut-text'

interface CutTextProps {
  text: string
  /** In graphemes. */
  max: number
}

export function CutText({ text, max }: CutTextProps) {
  const cut = cutText(text, max)
  return cut === text ? text : <span data-whole={text}>{cut}</span>
}
