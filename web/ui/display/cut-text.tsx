import { cutText } from '../text/cut-text'

interface CutTextProps {
  text: string
  /** In graphemes. */
  max: number
}

/** A text cut to a length; its tooltip is the whole text. */
export function CutText({ text, max }: CutTextProps) {
  const cut = cutText(text, max)
  return cut === text ? text : <span data-whole={text}>{cut}</span>
}
