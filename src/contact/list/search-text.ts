import { foldText } from '../../kernel/text/fold-text.contract'

export function searchTextOf(name: string, number: string) {
  return `${foldText(name).trim()} ${number}`.trim()
}
