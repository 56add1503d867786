export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const node = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value)
  node.append(...children.filter((child) => child !== ''))
  return node
}

export const timeOf = (at: number) => {
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  const format: Intl.DateTimeFormatOptions = isToday
    ? { hour: '2-digit', minute: '2-digit' }
    : { day: '2-digit', month: '2-digit' }
  return new Intl.DateTimeFormat('pt-BR', format).format(at)
}

export function hueOf(text: string) {
  let sum = 0
  for (const sign of text) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 360
  return sum
}

export function initialsOf(name: string) {
  const words = name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : undefined].map(
    (word) => /[\p{L}\p{N}]/u.exec(word ?? '')?.[0] ?? '',
  )
  return letters.join('').toUpperCase() || '👥'
}
