export function colourOf(name: string): string {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0
  return nameColours[sum % nameColours.length] ?? '#475467'
}

const nameColours = [
  '#4f46b8',
  '#7a3e9d',
  '#a8326b',
  '#b23a34',
  '#9a4a12',
  '#7a5a06',
  '#47690f',
  '#19703f',
  '#0f6d6d',
  '#1a6691',
  '#2f56b0',
  '#5b5f6b',
] as const
