const grouped = [
  { pattern: /^-?[1-9]\d{0,2}(\.\d{3})+(,\d*)?$/, separator: '.' },
  { pattern: /^-?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/, separator: ',' },
]

/**
 * Reads a typed number, whatever its separators: "1.500,00", "1,500.00", "1500,5". Three digits
 * behind a separator are thousands. Returns NaN for partial input such as "-".
 */
export function readNumberText(text: string): number {
  const separator = grouped.find(({ pattern }) => pattern.test(text))?.separator
  const plain = (separator ? text.replaceAll(separator, '') : text).replace(',', '.')
  // Without this, "0x1f", "1e9" and " " would be numbers.
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}

/** An amount in reais as it is written in Brazil, without grouping, so that it can be edited. */
export const amountText = (value: number) => value.toFixed(2).replace('.', ',')
