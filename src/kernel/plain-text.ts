/**
 * Lower case without accents: how everything is searched and put in order. A NUL is nothing that anybody types, and would
 * end a text for SQLite in the middle of it.
 */
export function plainText(text: string) {
  return text
    .replaceAll('\0', '')
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
