/** Lower case without accents: how everything is searched and put in order. */
export function plainText(text: string) {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
