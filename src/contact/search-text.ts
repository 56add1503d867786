import { plainText } from '../kernel/plain-text'

/** What a contact is found by and ordered by: its name, then its number. */
export function searchTextOf(name: string, number: string) {
  return `${plainText(name).trim()} ${number}`.trim()
}
