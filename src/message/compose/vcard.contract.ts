export function numbersOf(vcard: string): string[] {
  const lines = vcard.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const numbers = lines.flatMap((line) => {
    if (!/^(?:item\d+\.)?TEL\b/i.test(line)) return []
    const known = /waid=(\d{8,15})/i.exec(line)?.[1]
    const digits = line.slice(line.lastIndexOf(':') + 1).replace(/\D/g, '')
    return known ?? (digits.length >= 8 ? digits : [])
  })
  return [...new Set(numbers)]
}
