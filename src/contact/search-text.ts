/** Lower case without accents, as names are searched and ordered. */
export function plainText(text: string) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** What a contact is found by: its name and number. */
export function searchTextOf(name: string, number: string) {
  return `${plainText(name).trim()} ${number}`.trim()
}
