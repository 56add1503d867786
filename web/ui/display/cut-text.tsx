import { cutText } from '../text/cut-text'

export function CutText({ text, max }: { text: string; max: number }) {
  const cut = cutText(text, max)
  return cut === text ? text : <span data-whole={text}>{cut}</span>
}
