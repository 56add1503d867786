import { cutText } from '../text/cut-text'

interface CutTextProps {
  text: string
  max: number
}

export function CutText({ text, max }: CutTextProps) {
  const cut = cutText(text, max)
  return cut === text ? text : <span data-whole={text}>{cut}</span>
}
