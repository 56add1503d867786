import { foldText } from '../../kernel/text/fold-text.contract'

/** Returns the text by which contacts are searched and sorted: name, then number. */
export function searchTextOf(name: string, number: string) {
  return `${foldText(name).trim()} ${number}`.trim()
}
