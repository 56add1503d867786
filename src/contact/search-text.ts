import { foldText } from '../kernel/fold-text.contract'

/** What a contact is found by and ordered by: its name, then its number. */
export function searchTextOf(name: string, number: string) {
  return `${foldText(name).trim()} ${number}`.trim()
}
